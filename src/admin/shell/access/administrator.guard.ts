import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { visitIn, type Visit } from '../../../platform/operations/visit.js';
import type { Role } from '../../../identity/accounts/account.entity.js';
import type { Caller, CallerClient } from '../../../platform/operations/caller.js';
import { operationOf, type Administration, type Operation } from '../../../platform/operations/operation.js';
import { ProblemError } from '../../../platform/errors/problem-error.js';
import { Problems } from '../../../platform/errors/problems.js';
import { Clock } from '../../../platform/security/clock.js';
import { AccountRoles } from '../../../identity/accounts/account-roles.js';
import { forbidden } from '../record-problems.js';
import { AdminSessions } from './admin-sessions.js';
import type { Surface } from './admin-surface.js';
import { AdministratorStrength } from './administrator-strength.js';
import { attachAdministrator, type Administrator } from './administrator.js';

/** Lets only administrators pass (D133). */
@Injectable()
export class AdministratorGuard implements CanActivate {
  /** The requests that it judges; the decorators of controllers name them too (platform/operations/controllers.ts). */
  static readonly judges = ({ administration }: Operation): boolean => administration !== null;

  constructor(
    private readonly sessions: AdminSessions,
    private readonly roles: AccountRoles,
    private readonly strength: AdministratorStrength,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const operation = operationOf(context.getHandler());
    if (!operation?.administration) return true;
    return this.judge(visitIn(context), operation, operation.administration);
  }

  private async judge(visit: Visit, operation: Operation, asked: Administration): Promise<boolean> {
    const { exchange } = visit;
    const { caller } = exchange;
    const administrator =
      caller.scheme === 'none'
        ? await this.bySession(visit, asked.surface)
        : await this.byToken(caller, operation, exchange.origin.address);
    requireRole(administrator.role, asked.role);
    if (asked.needsConfirmation) this.sessions.requireConfirmed(administrator);
    const { session } = administrator;
    const asksPassword = session !== null && !this.sessions.isConfirmed(session);
    attachAdministrator(visit, { by: administrator, asksPassword });
    exchange.administratorId = administrator.accountId;
    exchange.details = { administrator: administrator.accountId };
    return true;
  }

  private async bySession(visit: Visit, surface: Surface): Promise<Administrator> {
    const administrator = await this.sessions.administratorOf(visit, surface);
    if (administrator) return administrator;
    const advice =
      'Sign in at /admin for the console, with POST /admin/api/session for the API; or send an access token of a client that may administer.';
    throw new ProblemError(Problems.notSignedIn, advice, [], { 'WWW-Authenticate': 'Bearer' });
  }

  /**
   * Accepts a client's own token, or the token of an account with a role; either way the client must be privileged,
   * never a third party.
   */
  private async byToken(caller: Caller, operation: Operation, address: string): Promise<Administrator> {
    const { scheme, client, accountId, scope, isOfDevicePassword } = caller;
    if ((scheme !== 'bearer' && scheme !== 'dpop') || !client)
      throw forbidden('A Bearer or DPoP access token is required.');
    if (!mayAdminister(client, operation.name))
      throw forbidden(`The client must be privileged and have a ruleset that allows ${operation.name}.`);
    if (isOfDevicePassword) throw forbidden('A device password made the token: it never administers.');
    if (scope) throw forbidden('The token is limited to a scope.');
    await this.strength.require(caller, operation.name);
    const role = accountId === null ? 'administrator' : await this.roles.of(accountId);
    if (role === null) throw forbidden('The account has no administration role.');
    return { role, accountId, clientId: client.clientId, address, session: null, at: this.clock.now() };
  }
}

function mayAdminister(client: CallerClient, name: string): boolean {
  return client.isPrivileged && !client.isPublic && client.allows(name);
}

function requireRole(role: Role, least: Role): void {
  if (role !== 'administrator' && least === 'administrator')
    throw forbidden('Only administrators may do this; your role is support.');
}
