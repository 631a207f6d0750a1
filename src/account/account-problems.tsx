import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ProblemPages } from '../platform/http/problem-pages.js';
import { exchangeOf } from '../platform/operations/exchange.js';
import { renderPage } from '../platform/pages/layout.js';
import type { ShownProblem } from '../platform/pages/problem.page.js';
import { readerOf } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';

/** Says in the reader's language that the account wrote too much by its pages (D316). */
@Injectable()
export class AccountProblems {
  constructor(pages: ProblemPages) {
    pages.register((request, problem) => Promise.resolve(pageOf(request, problem)));
  }
}

function pageOf(request: Request, { status, requestId }: ShownProblem): string | null {
  if (status !== 429 || exchangeOf(request).operation?.account !== 'browser') return null;
  const reader = readerOf(request);
  const t = textsIn(reader.language);
  return renderPage({
    reader,
    hasLanguages: false,
    isNarrow: true,
    title: t('tooMuch.title'),
    foot: `Request ${requestId}`,
    children: (
      <>
        <h1>{t('tooMuch.title')}</h1>
        <p class="lead">{t('tooMuch.lead')}</p>
      </>
    ),
  });
}
