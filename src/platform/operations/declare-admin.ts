import { applyDecorators, Header, HttpCode } from '@nestjs/common';
import { HTML, type AnswerBody, type Answers, type Refusal } from './answers.js';
import { declarePage } from './declare.js';
import type { Administration } from './operation.js';

interface AdminOptions {
  /** The minimum role; administrators may do everything that support may. */
  readonly role?: Administration['role'];
  readonly writes?: boolean;
  readonly needsConfirmation?: boolean;
  readonly takesLargeBody?: boolean;
}

interface RouteOptions extends AdminOptions {
  readonly isConditional?: boolean;
  /** 200 by default; 201 created, 202 accepted, 204 no content. */
  readonly status?: 200 | 201 | 202 | 204;
  /** The class of the response body; absent if there is none. */
  readonly answers?: AnswerBody;
  /** Errors of this route besides not found and invalid input. */
  readonly problems?: readonly Refusal[];
}

/** A route of the administration API. With an access token, rulesets judge it by its name (`adminclientlist`). */
export function AdminRoute(name: string, summary: string, options: RouteOptions = {}): MethodDecorator {
  const { status = 200, answers = null } = options;
  return applyDecorators(
    administered(name, summary, 'api', options, { [status]: answers }),
    HttpCode(status),
    Header('Cache-Control', 'no-store'),
  );
}

/** A page of the console, or a form on it. */
export function ConsolePage(name: string, summary: string, options: AdminOptions = {}): MethodDecorator {
  return applyDecorators(
    administered(name, summary, 'console', options, { 200: HTML }),
    Header('Cache-Control', 'no-store'),
  );
}

function administered(
  name: string,
  summary: string,
  surface: Administration['surface'],
  options: RouteOptions,
  answers: Answers,
): MethodDecorator {
  const { role = 'administrator', writes = false, problems = [] } = options;
  const { needsConfirmation = false, takesLargeBody = false, isConditional = false } = options;
  const administration = { role, surface, needsConfirmation, takesLargeBody, isConditional };
  const methods = writes ? ['POST', 'PUT', 'PATCH', 'DELETE'] : ['GET', 'HEAD'];
  // the session cookie gives more access than a Bearer token (D44)
  const takes = surface === 'api' ? 'json' : 'form';
  return declarePage({
    name,
    summary,
    methods,
    writes,
    takes,
    client: 'credentials',
    needsHttps: true,
    administration,
    answers,
    problems,
  });
}
