import { Injectable } from '@nestjs/common';
import type { Client } from '../../../oauth/clients/client.entity.js';
import { decidingRule, isAllowedBy } from '../../../oauth/rulesets/ruleset-rules.js';
import { ProblemError } from '../../../platform/errors/problem-error.js';
import { Problems } from '../../../platform/errors/problems.js';
import { DeclaredOperations } from '../declared-operations.js';
import { AdminSessions } from './admin-sessions.js';
import type { Administrator } from './administrator.js';

type Trusted = Pick<Client, 'isPrivileged' | 'isDisabled' | 'clientType'>;

/**
 * What clients may do in the administration. Granting it is like assigning a role, so a session must confirm the
 * password (D135).
 */
@Injectable()
export class AdministeringClients {
  constructor(
    private readonly operations: DeclaredOperations,
    private readonly sessions: AdminSessions,
  ) {}

  /** The operations of the administration that these rules allow. */
  reachOf(rules: readonly string[]): string[] {
    const names = this.operations.all.flatMap(({ name, isAdministration }) => (isAdministration ? name : []));
    return names.filter((name) => isAllowedBy(decidingRule(rules, name)));
  }

  /** The operations of the administration that this client may use with these rules, as AdministratorGuard judges. */
  reachOfClient({ isPrivileged, isDisabled, clientType }: Trusted, rules: readonly string[]): string[] {
    return isPrivileged && !isDisabled && clientType === 'confidential' ? this.reachOf(rules) : [];
  }

  /** @throws ProblemError confirmationRequired if `after` has an operation that `before` has not */
  requireConfirmed(by: Administrator, before: readonly string[], after: readonly string[]): void {
    if (!by.session || this.sessions.isConfirmed(by.session)) return;
    if (after.every((name) => before.includes(name))) return;
    const advice =
      'The change gives a client access to the administration. Send your password to /admin/api/session/confirm, then repeat the request within 5 minutes.';
    throw new ProblemError(Problems.confirmationRequired, advice);
  }
}
