import { applyDecorators, Controller, Header, HttpCode, UsePipes } from '@nestjs/common';
import { ApiExcludeController, ApiTags } from '@nestjs/swagger';
import { bodyPipe } from './admin-body.js';
import { HTML, type AnswerBody, type Answers, type Refusal } from './answers.js';
import { declarePage } from './declare.js';
import type { Administration } from './operation.js';

interface AdminOptions {
  /** The least role; an administrator may do all that support may. */
  readonly role?: Administration['role'];
  readonly writes?: boolean;
  readonly needsConfirmation?: boolean;
  readonly takesLargeBody?: boolean;
}

interface RouteOptions extends AdminOptions {
  readonly isConditional?: boolean;
  /** 200 unless something was made (201), begun (202), or there is nothing to say (204). */
  readonly status?: 200 | 201 | 202 | 204;
  /** The class of the answer's object; absent where there is none. */
  readonly answers?: AnswerBody;
  /** What it refuses by itself, beside what is not found or can't be taken. */
  readonly problems?: readonly Refusal[];
}

/** A controller of the administration API: JSON, checked bodies, never cached. */
export function AdminApi(resource: string): ClassDecorator {
  return applyDecorators(
    Controller(`admin/api/${resource}`.replace(/\/$/, '')),
    UsePipes(bodyPipe),
    ApiTags('Administration'),
  );
}

/** One route of the API; rulesets judge it by its name (`adminclientlist`) when a token is presented. */
export function AdminRoute(name: string, summary: string, options: RouteOptions = {}): MethodDecorator {
  const { status = 200, answers = null } = options;
  return applyDecorators(
    administered(name, summary, 'api', options, { [status]: answers }),
    HttpCode(status),
    Header('Cache-Control', 'no-store'),
  );
}

/** A controller of the console's pages, which are no API. */
export function Console(path: string): ClassDecorator {
  return applyDecorators(Controller(`admin/${path}`.replace(/\/$/, '')), ApiExcludeController());
}

/** One page of the console, or a form of it. */
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
  // Its cookie does more than a Bearer token (D44).
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
