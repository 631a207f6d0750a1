import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { visitIn, type Visit } from '../../../platform/operations/visit.js';
import type { Role } from '../../../identity/accounts/account.entity.js';
import type { Repeatable } from '../../../platform/database/once.js';
import type { Long } from '../../../platform/operations/long.js';

/** The caller of the administration: in a session, or with a token of a privileged client. */
export interface Administrator extends Repeatable {
  readonly role: Role;
  /** null: a client that acts for itself. */
  readonly accountId: Long | null;
  /** The client whose token it is; null in a session. */
  readonly clientId: string | null;
  readonly address: string;
  readonly session: CurrentAdminSession | null;
  /** When the request came. Relative times on its page count from then. */
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

/** A visit of the administration, with its administrator, whom the guard found. */
export type ConsoleVisit = Visit & {
  readonly by: Administrator;
  /** Whether a form that needs the password must ask for it. */
  readonly asksPassword: boolean;
};

export function attachAdministrator(visit: Visit, of: Omit<ConsoleVisit, keyof Visit>): void {
  Object.assign(visit, of);
}

export function consoleVisitIn(context: ExecutionContext): ConsoleVisit {
  const visit = visitIn(context);
  if (!isOfConsole(visit)) throw new Error('the route is not declared as part of the administration');
  return visit;
}

function isOfConsole(visit: Visit): visit is ConsoleVisit {
  return 'by' in visit;
}

export function administratorIn({ by, exchange }: ConsoleVisit): Administrator {
  return exchange.once ? { ...by, once: exchange.once } : by;
}

export const CurrentAdministrator = createParamDecorator((_: unknown, context: ExecutionContext) =>
  administratorIn(consoleVisitIn(context)),
);

/** The visit, for a handler of the console. */
export const AtConsole = createParamDecorator((_: unknown, context: ExecutionContext) =>
  consoleVisitIn(context),
);
