import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import { OpenPage } from '../operations/declare.js';
import { docsPage } from './docs.page.js';

/** Built at the first request, so that it delays no start. */
export class ApiDocument {
  private built: OpenAPIObject | null = null;
  private build: () => OpenAPIObject = () => {
    throw new Error('the OpenAPI document is not connected');
  };

  connect(build: () => OpenAPIObject): void {
    this.build = build;
  }

  get(): OpenAPIObject {
    this.built ??= this.build();
    return this.built;
  }
}

@ApiExcludeController()
@Controller()
export class DocsController {
  constructor(private readonly document: ApiDocument) {}

  @Get('openapi.json')
  @OpenPage('openapi', 'The OpenAPI document', { because: 'Developers read it before they have a client.' })
  openapi(): OpenAPIObject {
    return this.document.get();
  }

  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @OpenPage('docs', 'API documentation', { because: 'Developers read it before they have a client.' })
  docs(): string {
    return docsPage();
  }
}
