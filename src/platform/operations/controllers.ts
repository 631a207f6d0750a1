import { applyDecorators, Controller, SetMetadata, UsePipes } from '@nestjs/common';
import { ApiExcludeController, ApiTags } from '@nestjs/swagger';
import { bodyPipe } from './admin-body.js';
import { type Operation, operationOf } from './operation.js';
import type { DiscoveryService, MetadataScanner } from '@nestjs/core';

/** The guards that each request passes, in this order (D36). The app names their classes; the start compares both. */
export const GUARDS = [
  'TransportGuard',
  'ClientAuthGuard',
  'SenderGuard',
  'RulesetGuard',
  'AccountAuthGuard',
  'SignedInGuard',
  'AdministratorGuard',
] as const;

/** How a controller authenticates its callers: every handler that is not open declares the same. */
export interface Access extends Pick<Operation, 'client' | 'account'> {
  readonly isAdministration: boolean;
  /** The guards that judge its requests, besides those of transport and sender, which judge everything. */
  readonly guards: readonly (typeof GUARDS)[number][];
}

const ACCESS = 'hearth:access';
const CALLS = 'hearth:calls';

/**
 * A controller of calls or endpoints, which are on the lane: Express never routes to them. `ClientAuthGuard` authenticates the
 * caller, `RulesetGuard` judges whether the client may call, and `AccountAuthGuard` requires or refuses an account.
 */
export function Calls({ client, account }: Pick<Access, 'client' | 'account'>): ClassDecorator {
  const ofAccount = account === 'none' ? [] : (['AccountAuthGuard'] as const);
  const guards = ['ClientAuthGuard', 'RulesetGuard', ...ofAccount] as const;
  return applyDecorators(
    Controller(),
    SetMetadata(CALLS, true),
    SetMetadata(ACCESS, { client, account, isAdministration: false, guards } satisfies Access),
  );
}

export function isCallsController(type: object): boolean {
  return Reflect.getMetadata(CALLS, type) === true;
}

/** A controller of open pages: no guard authenticates, and each handler says why (`because`). */
export function OpenPages(path = '', tag?: string): ClassDecorator {
  return pages(path, { client: 'none', account: 'none', isAdministration: false, guards: [] }, tag);
}

/** A controller of pages to which clients send browsers: `ClientAuthGuard` finds the client that the URL names, `RulesetGuard` judges it. */
export function ClientPages(path: string, tag?: string): ClassDecorator {
  const guards = ['ClientAuthGuard', 'RulesetGuard'] as const;
  return pages(path, { client: 'name', account: 'none', isAdministration: false, guards }, tag);
}

/** A controller of pages of the account that is signed in to the browser, which `SignedInGuard` requires. */
export function AccountPages(path = ''): ClassDecorator {
  const guards = ['SignedInGuard'] as const;
  return pages(path, { client: 'none', account: 'browser', isAdministration: false, guards });
}

/** A controller of the administration API: JSON, checked bodies, no caching. `AdministratorGuard` requires the role. */
export function AdminApi(resource: string): ClassDecorator {
  return applyDecorators(administration(`admin/api/${resource}`), ApiTags('Administration'));
}

/** A controller of console pages. `AdministratorGuard` requires the role. */
export function Console(path: string): ClassDecorator {
  return applyDecorators(administration(`admin/${path}`), ApiExcludeController());
}

/** Returns how a controller authenticates its callers; undefined: it declares nothing, and the server does not start. */
export function accessOf(controller: object): Access | undefined {
  return Reflect.getMetadata(ACCESS, controller) as Access | undefined;
}

/** Whether a handler declares the access of its controller, or why it is open. */
export function fitsAccess(
  { client, account, isAdministration }: Access,
  { openBecause, ...operation }: Operation,
): boolean {
  if (openBecause !== null) return true;
  const isSame = operation.client === client && operation.account === account;
  return isSame && (operation.administration !== null) === isAdministration;
}

function administration(path: string): ClassDecorator {
  const guards = ['ClientAuthGuard', 'AdministratorGuard'] as const;
  const access: Access = { client: 'credentials', account: 'none', isAdministration: true, guards };
  return applyDecorators(
    Controller(path.replace(/\/$/, '')),
    UsePipes(bodyPipe),
    SetMetadata(ACCESS, access),
  );
}

function pages(path: string, access: Access, tag?: string): ClassDecorator {
  const documented = tag === undefined ? ApiExcludeController() : ApiTags(tag);
  return applyDecorators(Controller(path), SetMetadata(ACCESS, access), documented);
}

/** All operations that controllers declare, unordered. */
export function declaredOperations(discovery: DiscoveryService, scanner: MetadataScanner): Operation[] {
  return discovery.getControllers().flatMap(({ instance }) => {
    if (!instance) return [];
    const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
    return scanner.getAllMethodNames(prototype).flatMap((method) => operationOf(prototype[method]) ?? []);
  });
}
