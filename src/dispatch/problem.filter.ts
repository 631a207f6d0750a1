import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { exchangeOf } from '../contract/exchange.js';
import { unavailableIfDatabaseAway } from '../database/database-errors.js';
import { CallError } from '../errors/call-error.js';
import { problemPage } from '../pages/problem.page.js';
import { AppLog } from '../telemetry/log.js';

interface Problem {
  readonly status: number;
  readonly title: string;
  readonly advice: string;
}

const NOT_FOUND: Problem = {
  status: 404,
  title: 'Page not found',
  advice: 'There is no page at this address.',
};
const UNFORESEEN: Problem = {
  status: 500,
  title: 'Something unforeseen happened',
  advice: 'Try again. If it stays so, give the operator the request number at the bottom of this page.',
};

/** Errors on the Express side: a page for a browser, JSON for others; never a stack (D11). */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly log: AppLog) {}

  catch(cause: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const { requestId } = exchangeOf(request);
    const known = unavailableIfDatabaseAway(cause);
    const problem = this.describe(known, requestId);
    if (known instanceof CallError) response.set(known.headers);
    response.status(problem.status).set('X-Request-Id', requestId);
    if (request.accepts(['json', 'html']) === 'html') {
      response.type('html').send(problemPage({ ...problem, requestId }));
    } else {
      response.json({ error: problem.title, message: problem.advice, requestId });
    }
  }

  private describe(cause: unknown, requestId: string): Problem {
    if (cause instanceof CallError) {
      return { status: cause.definition.status, title: cause.definition.meaning, advice: cause.message };
    }
    if (cause instanceof HttpException && cause.getStatus() === 404) return NOT_FOUND;
    if (cause instanceof HttpException && cause.getStatus() < 500) {
      return { status: cause.getStatus(), title: 'The request was refused', advice: cause.message };
    }
    this.log.pino.error({ requestId, err: cause }, 'unforeseen error');
    return UNFORESEEN;
  }
}
