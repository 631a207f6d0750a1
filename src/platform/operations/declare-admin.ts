import { applyDecorators, Header, HttpCode, UseInterceptors } from '@nestjs/common';
import { HTML, type AnswerBody, type Answers, type Refusal } from './answers.js';
import { declarePage, isRedirecting } from './declare.js';
import type { Administration, Operation } from './operation.js';
import { keyErrors, RepeatedRoute } from './repeated-requests.js';

interface AdminOptions {
  /** The minimum role; administrators may do everything that support may. */
  readonly role?: Administration['role'];
  readonly writes?: boolean;
  readonly needsConfirmation?: boolean;
  readonly takesLargeBody?: boolean;
  readonly shows?: Operation['shows'];
}

interface RouteOptions extends AdminOptions {
  /** Every route that creates something says it. */
  readonly idempotency?: Operation['idempotency'];
  /** 200 by default; 201 created, 202 accepted, 204 no content. */
  readonly status?: 200 | 201 | 202 | 204;
  /** The class of the response body; absent if there is none. */
  readonly answers?: AnswerBody;
  /** Errors of this route besides not found and invalid input. */
  readonly problems?: readonly Refusal[];
}

const CONDITIONAL = 'hearth:conditional';

/** Decorates a parameter with what If-Match said: its route requires that header. */
export function markConditional(prototype: object, method: string | symbol = ''): void {
  Reflect.defineMetadata(CONDITIONAL, true, prototype, method);
}

/** A route of the administration API. With an access token, rulesets judge it by its name (`adminclientlist`). */
export function AdminRoute(name: string, summary: string, options: RouteOptions = {}): MethodDecorator {
  const { status = 200, answers = null } = options;
  return (prototype, method, handler) => {
    const isConditional = Reflect.hasMetadata(CONDITIONAL, prototype, method); // parameters are decorated first
    applyDecorators(
      administered(name, summary, 'api', { ...options, isConditional }, { [status]: answers }),
      HttpCode(status),
      Header('Cache-Control', 'no-store'),
      ...(options.idempotency ? [UseInterceptors(RepeatedRoute)] : []),
    )(prototype, method, handler);
  };
}

/** A page of the console, or a form on it. */
export function ConsolePage(name: string, summary: string, options: AdminOptions = {}): MethodDecorator {
  return applyDecorators(
    administered(name, summary, 'console', options, isRedirecting(options) ? { 303: null } : { 200: HTML }),
    Header('Cache-Control', 'no-store'),
  );
}

function administered(
  name: string,
  summary: string,
  surface: Administration['surface'],
  options: RouteOptions & { readonly isConditional?: boolean },
  answers: Answers,
): MethodDecorator {
  const { role = 'administrator', writes = false, shows = null, idempotency = null, problems = [] } = options;
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
    shows,
    idempotency,
    takes,
    client: 'credentials',
    needsHttps: true,
    administration,
    answers,
    problems: [...problems, ...keyErrors({ idempotency, writes })],
  });
}
