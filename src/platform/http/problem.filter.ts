import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { exchangeOf } from '../operations/exchange.js';
import { CallError } from '../errors/call-error.js';
import { ProblemError } from '../errors/problem-error.js';
import { Problems, type FieldError } from '../errors/problems.js';
import { ProofRequired } from '../errors/proof-required.js';
import { SignInRequired } from '../errors/sign-in-required.js';
import { proofPath, signInPath } from '../pages/sign-in-path.js';
import { problemPage } from '../pages/problem.page.js';
import { Visit } from '../operations/visit.js';
import { AppLog } from '../telemetry/log.js';
import { ProblemPages } from './problem-pages.js';

const PROBLEM_JSON = 'application/problem+json';

interface Problem {
  readonly status: number;
  readonly title: string;
  readonly advice: string;
  readonly type?: string;
  readonly fields?: readonly FieldError[];
}

const NOT_FOUND: Problem = {
  status: 404,
  type: Problems.notFound.type,
  title: 'Page not found',
  advice: 'There is no page at this address.',
};
const UNFORESEEN: Problem = {
  status: 500,
  title: 'Something unforeseen happened',
  advice: 'Try again. If it stays so, give the operator the request number at the bottom of this page.',
};
/**
 * Errors on the Express side: a page for a browser, problem details (RFC 9457) for others; never a stack trace (D11).
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly log: AppLog,
    private readonly pages: ProblemPages,
  ) {}

  catch(cause: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const { requestId } = exchangeOf(request);
    const wantsPage = !request.path.startsWith('/admin/api') && request.accepts(offered(request)) === 'html';
    if (cause instanceof ProblemError && cause.definition === Problems.notSignedIn && wantsPage)
      return response.redirect(303, `/admin/sign-in?next=${encodeURIComponent(request.originalUrl)}`);
    if (cause instanceof SignInRequired)
      return response.set('Cache-Control', 'no-store').redirect(303, signInPath(cause.page));
    if (cause instanceof ProofRequired)
      return response.set('Cache-Control', 'no-store').redirect(303, proofPath(cause.page));
    const problem = this.describe(cause, requestId);
    if (cause instanceof CallError || cause instanceof ProblemError) response.set(cause.headers);
    response.status(problem.status).set('X-Request-Id', requestId).set('Cache-Control', 'no-store');
    if (wantsPage) {
      const shown = { ...problem, requestId, cause };
      const withoutFrame = (failure: unknown): string => {
        this.log.pino.error({ requestId, err: failure }, 'the frame of a page failed');
        return problemPage(shown);
      };
      void this.pages
        .render(Visit.of(request, response), shown)
        .catch(withoutFrame)
        .then((page) => response.type('html').send(page));
      return;
    }
    const { type = 'about:blank', status, title, advice: detail, fields = [] } = problem;
    const errors = fields.length > 0 ? { errors: fields } : {};
    response.type(PROBLEM_JSON).send(JSON.stringify({ type, title, status, detail, requestId, ...errors }));
  }

  private describe(cause: unknown, requestId: string): Problem {
    if (cause instanceof ProblemError) {
      const { definition, message: advice, fields } = cause;
      return { ...definition, advice, fields };
    }
    if (cause instanceof CallError) {
      const { status, meaning: title, problem } = cause.definition;
      return { status, type: problem ?? undefined, title, advice: cause.message };
    }
    if (cause instanceof HttpException && cause.getStatus() === 404) return NOT_FOUND;
    if (cause instanceof HttpException && cause.getStatus() < 500) {
      return { status: cause.getStatus(), title: 'The request was refused', advice: cause.message };
    }
    this.log.pino.error({ requestId, err: cause }, 'unforeseen error');
    return UNFORESEEN;
  }
}

/** The first type is the default for clients that accept anything, as curl does; for the console: its pages. */
function offered(request: Request): string[] {
  const isConsole = exchangeOf(request).operation?.administration?.surface === 'console';
  return isConsole ? ['html', 'json'] : ['json', 'html'];
}
