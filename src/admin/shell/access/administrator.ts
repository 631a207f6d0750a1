import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { visitIn, type Visit } from '../../../platform/operations/visit.js';
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

const ADMINISTRATOR = new WeakMap<Visit, Administrator>();

export function attachAdministrator(visit: Visit, administrator: Administrator): void {
  ADMINISTRATOR.set(visit, administrator);
}

function administratorOf(visit: Visit): Administrator {
  const administrator = ADMINISTRATOR.get(visit);
  if (!administrator) throw new Error('the route is not declared as part of the administration');
  return administrator;
}

export const CurrentAdministrator = createParamDecorator((_: unknown, context: ExecutionContext) =>
  administratorOf(visitIn(context)),
);
