import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import { OpenPage } from '../contract/declare.js';
import { docsPage } from './docs.page.js';

/** Holds the document once it is built, after every controller is known. */
export class ApiDocument {
  value: OpenAPIObject | null = null;
}

@ApiExcludeController()
@Controller()
export class DocsController {
  constructor(private readonly document: ApiDocument) {}

  @Get('openapi.json')
  @OpenPage('openapi', 'The OpenAPI document')
  openapi(): OpenAPIObject {
    if (!this.document.value) throw new Error('the OpenAPI document was not built');
    return this.document.value;
  }

  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @OpenPage('docs', 'API documentation')
  docs(): string {
    return docsPage();
  }
}
