import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { exchangeOf } from '../operations/exchange.js';
import {
  describedProblem,
  problemDetails,
  PROBLEM_JSON,
  type DescribedProblem,
} from '../errors/described-problem.js';
import { ProblemError } from '../errors/problem-error.js';
import { Problems } from '../errors/problems.js';
import { ProofRequired } from '../errors/proof-required.js';
import { SignInRequired } from '../errors/sign-in-required.js';
import { proofPath, signInPath } from '../pages/sign-in-path.js';
import { problemPage } from '../pages/problem.page.js';
import { Visit } from '../operations/visit.js';
import { AppLog } from '../telemetry/log.js';
import { ProblemPages } from './problem-pages.js';

const UNFORESEEN: DescribedProblem = {
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
    response.set(problem.headers ?? {});
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
    response.type(PROBLEM_JSON).send(problemDetails(problem, requestId));
  }

  private describe(cause: unknown, requestId: string): DescribedProblem {
    const problem = describedProblem(cause);
    if (problem) return problem;
    this.log.pino.error({ requestId, err: cause }, 'unforeseen error');
    return UNFORESEEN;
  }
}

/** The first type is the default for clients that accept anything, as curl does; for the console: its pages. */
function offered(request: Request): string[] {
  const isConsole = exchangeOf(request).operation?.administration?.surface === 'console';
  return isConsole ? ['html', 'json'] : ['json', 'html'];
}
