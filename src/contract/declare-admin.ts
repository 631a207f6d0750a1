import { applyDecorators, Controller, Header, UsePipes } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCookieAuth,
  ApiExcludeController,
  ApiExtension,
  ApiOperation,
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
}

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
export function AdminRoute(name: string, summary: string, options: AdminOptions = {}): MethodDecorator {
  const { role = 'administrator' } = options;
  return applyDecorators(
    administered(name, summary, 'api', options),
    Header('Cache-Control', 'no-store'),
    ApiOperation({ operationId: name, summary }),
    ApiExtension('x-role', role),
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
    Header('Referrer-Policy', 'same-origin'), // so that browsers without Fetch Metadata say where a form came from
  );
}

function administered(
  name: string,
  summary: string,
  surface: Administration['surface'],
  { role = 'administrator', writes = false, needsConfirmation = false }: AdminOptions,
): MethodDecorator {
  const administration = { role, surface, needsConfirmation };
  const methods = writes ? ['POST', 'PUT', 'PATCH', 'DELETE'] : ['GET', 'HEAD'];
  return declarePage({ name, summary, methods, writes, isOpen: false, administration });
}
