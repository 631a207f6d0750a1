import { Get, Header, NotFoundException, Param, Query } from '@nestjs/common';
import { OpenPages } from '../operations/controllers.js';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ApiDocument } from '../openapi/api-document.js';
import { HTML } from '../operations/answers.js';
import { OpenPage } from '../operations/declare.js';
import { html, redirect, type Shown } from '../operations/shown.js';
import { DocsPages } from './docs-pages.js';

const BECAUSE = { because: 'Developers read it before they have a client.' };
/** It may have moved. */
const ANSWERS = { 200: HTML, 301: null };
const HTML_TYPE = 'text/html; charset=utf-8';

/** The OpenAPI document, the reference made from it (D239), and the pages of docs/ (D434). */
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
  @OpenPage('docs', 'Documentation', BECAUSE)
  home(): string {
    return existing(this.pages.at('/docs'));
  }

  @Get('docs/search')
  @Header('Content-Type', HTML_TYPE)
  @OpenPage('docssearch', 'Searches the documentation', BECAUSE)
  search(@Query('q') query: unknown): string {
    return this.pages.search(typeof query === 'string' ? query : '');
  }

  @Get('docs/:page')
  @OpenPage('docspage', 'A task, the errors or a guide of the documentation', {
    ...BECAUSE,
    answers: ANSWERS,
  })
  page(@Param('page') page: string): Promise<Shown> {
    return this.shown(`/docs/${page}`);
  }

  @Get('docs/:task/:operation')
  @OpenPage('docsoperation', 'An operation, or a guide, of the documentation', {
    ...BECAUSE,
    answers: ANSWERS,
  })
  operation(@Param('task') task: string, @Param('operation') operation: string): Promise<Shown> {
    return this.shown(`/docs/${task}/${operation}`);
  }

  private async shown(address: string): Promise<Shown> {
    const page = this.pages.at(address) ?? (await this.pages.guideAt(address));
    if (page !== null) return html(page, { headers: { 'Cache-Control': 'no-cache' } });
    const place = this.pages.placeOf(address);
    if (place !== null) return redirect(301, place);
    throw new NotFoundException();
  }
}

function existing(page: string | null): string {
  if (page === null) throw new NotFoundException();
  return page;
}
