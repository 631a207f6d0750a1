import { Get, Header, NotFoundException, Param, Query } from '@nestjs/common';
import { OpenPages } from '../operations/controllers.js';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ApiDocument } from '../openapi/api-document.js';
import { OpenPage } from '../operations/declare.js';
import { DocsPages } from './docs-pages.js';

const BECAUSE = { because: 'Developers read it before they have a client.' };
const HTML_TYPE = 'text/html; charset=utf-8';

/** The OpenAPI document, and the reference made from it (D239). */
@OpenPages()
export class DocsController {
  constructor(
    private readonly document: ApiDocument,
    private readonly pages: DocsPages,
  ) {}

  @Get('openapi.json')
  @Header('Access-Control-Allow-Origin', '*')
  @OpenPage('openapi', 'The OpenAPI document', BECAUSE)
  openapi(): OpenAPIObject {
    return this.document.get();
  }

  @Get('docs')
  @Header('Content-Type', HTML_TYPE)
  @OpenPage('docs', 'API documentation', BECAUSE)
  home(): string {
    return existing(this.pages.at('/docs'));
  }

  @Get('docs/search')
  @Header('Content-Type', HTML_TYPE)
  @OpenPage('docssearch', 'Searches the API documentation', BECAUSE)
  search(@Query('q') query: unknown): string {
    return this.pages.search(typeof query === 'string' ? query : '');
  }

  @Get('docs/:page')
  @Header('Content-Type', HTML_TYPE)
  @OpenPage('docspage', 'A task, or the errors, of the API documentation', BECAUSE)
  page(@Param('page') page: string): string {
    return existing(this.pages.at(`/docs/${page}`));
  }

  @Get('docs/:task/:operation')
  @Header('Content-Type', HTML_TYPE)
  @OpenPage('docsoperation', 'An operation of the API documentation', BECAUSE)
  operation(@Param('task') task: string, @Param('operation') operation: string): string {
    return existing(this.pages.at(`/docs/${task}/${operation}`));
  }
}

function existing(page: string | null): string {
  if (page === null) throw new NotFoundException();
  return page;
}
