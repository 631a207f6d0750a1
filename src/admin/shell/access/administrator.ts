import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Role } from '../../../identity/accounts/account.entity.js';
import type { Long } from '../../../platform/operations/long.js';

/** The caller of the administration: in a session, or with a token of a privileged client. */
export interface Administrator {
  readonly role: Role;
  /** null: a client that acts for itself. */
  readonly accountId: Long | null;
  /** The client whose token it is; null in a session. */
  readonly clientId: string | null;
  readonly address: string;
  readonly session: CurrentAdminSession | null;
  /** When the request came: what the relative times of its page count from. */
  readonly at: Date;
}

export interface CurrentAdminSession {
  readonly digest: Buffer;
  readonly accountId: Long;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Until then the password need not be confirmed again. */
  readonly confirmedUntil: Date;
}

const ADMINISTRATOR = Symbol('administrator');
type Carrier = Request & { [ADMINISTRATOR]?: Administrator };

export function attachAdministrator(request: Request, administrator: Administrator): void {
  (request as Carrier)[ADMINISTRATOR] = administrator;
}

function administratorOf(request: Request): Administrator {
  const administrator = (request as Carrier)[ADMINISTRATOR];
  if (!administrator) throw new Error('the route is not declared as part of the administration');
  return administrator;
}

export const CurrentAdministrator = createParamDecorator((_: unknown, context: ExecutionContext) =>
  administratorOf(context.switchToHttp().getRequest<Request>()),
);
