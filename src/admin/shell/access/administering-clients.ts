import { Injectable } from '@nestjs/common';
import type { Client } from '../../../oauth/clients/client.entity.js';
import { compileRuleset } from '../../../oauth/rulesets/ruleset-rules.js';
import { ACR_VALUES, isAcr, reaches } from '../../../identity/sessions/acr.js';
import type { AskedStrength } from '../../../platform/operations/caller.js';
import { ProblemError } from '../../../platform/errors/problem-error.js';
import { Problems } from '../../../platform/errors/problems.js';
import { DeclaredOperations } from '../named-operations.js';
import { AdminSessions } from './admin-sessions.js';
import type { Administrator } from './administrator.js';

function waysTo(name: string, strength: AskedStrength | null): string[] {
  const { acr = null, maxAgeSeconds = null } = strength ?? {};
  const enough = ACR_VALUES.filter((one) => acr === null || (isAcr(acr) && reaches(one, acr)));
  const signIns = [acr === null ? 'none' : null, ...enough].filter((one) => one !== null);
  return [...signIns.map((one) => `${name} by ${one}`), `${name} within ${maxAgeSeconds}`];
}

type Trusted = Pick<Client, 'isPrivileged' | 'isDisabled' | 'clientType'>;

/**
 * Finds what clients may do in the administration. Granting it is like assigning a role, so a session must confirm the
 * password (D135).
 */
@Injectable()
export class AdministeringClients {
  constructor(
    private readonly operations: DeclaredOperations,
    private readonly sessions: AdminSessions,
  ) {}

  /**
   * Returns the operations of the administration that these rules allow, each with the sign-ins that suffice: rules that ask
   * for less allow more.
   */
  reachOf(rules: readonly string[]): string[] {
    const names = this.operations.all.flatMap(({ name, isAdministration }) => (isAdministration ? name : []));
    const ruleset = compileRuleset('', rules);
    return names.flatMap((name) => (ruleset.allows(name) ? waysTo(name, ruleset.strengthFor(name)) : []));
  }

  /** Returns the operations of the administration that this client may use with these rules, by AdministratorGuard. */
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
