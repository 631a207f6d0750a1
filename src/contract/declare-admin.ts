import { applyDecorators, Controller, Header, HttpCode, UsePipes } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCookieAuth,
  ApiExcludeController,
  ApiExtension,
  ApiHeader,
  ApiOperation,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { bodyPipe } from './admin-body.js';
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
  /** 200 unless something was made (201), begun (202), or there is nothing to say (204). */
  readonly status?: 200 | 201 | 202 | 204;
  /** The class of the answer's object; absent where there is none. */
  readonly answers?: new () => object;
  /** Changes what another administrator may have changed meanwhile: takes If-Match. */
  readonly isConditional?: boolean;
}

const PROBLEM = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};
const IF_MATCH = { name: 'If-Match', required: true, description: 'The ETag of what you saw, or `*`.' };

/** A controller of the administration API: JSON, checked bodies, never cached. */
export function AdminApi(resource: string): ClassDecorator {
  return applyDecorators(
    Controller(`admin/api/${resource}`.replace(/\/$/, '')),
    UsePipes(bodyPipe),
    ApiTags('Administration'),
    ApiBearerAuth('bearer'),
    ApiCookieAuth('administration'),
  );
}

/** One route of the API; rulesets judge it by its name (`adminclientlist`) when a token is presented. */
export function AdminRoute(name: string, summary: string, options: RouteOptions = {}): MethodDecorator {
  const { role = 'administrator', status = 200, answers: type, isConditional = false } = options;
  return applyDecorators(
    administered(name, summary, 'api', options),
    HttpCode(status),
    Header('Cache-Control', 'no-store'),
    ApiOperation({ operationId: name, summary }),
    ApiResponse({ status, description: summary, type }),
    ApiResponse({ status: 'default', description: 'Problem details (RFC 9457).', content: PROBLEM }),
    ApiExtension('x-role', role),
    ...(isConditional ? [ApiHeader(IF_MATCH)] : []),
  );
}

/** A controller of the console's pages, which are no API. */
export function Console(path: string): ClassDecorator {
  return applyDecorators(Controller(`admin/${path}`.replace(/\/$/, '')), ApiExcludeController());
}

/** One page of the console, or a form of it. */
export function ConsolePage(name: string, summary: string, options: AdminOptions = {}): MethodDecorator {
  return applyDecorators(
    administered(name, summary, 'console', options),
    Header('Cache-Control', 'no-store'),
  );
}

function administered(
  name: string,
  summary: string,
  surface: Administration['surface'],
  { role = 'administrator', writes = false, needsConfirmation = false, takesLargeBody = false }: AdminOptions,
): MethodDecorator {
  const administration = { role, surface, needsConfirmation, takesLargeBody };
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
  });
}
