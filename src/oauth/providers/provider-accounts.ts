import { Injectable } from '@nestjs/common';
import type { Account } from '../../identity/accounts/account.entity.js';
import { noteSignIn, passwordMarkOf } from '../../identity/accounts/account-statements.js';
import { Acceptances, type Completion } from '../../identity/mailed-links/acceptances.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { AccountLinks, type ExternalId } from '../sso/account-links.js';
import type { Arrival } from './provider-sign-ins.js';

/** taken: that user of the provider has another account; over: the invitation can't be accepted this way (any more). */
type Accepted = { readonly accountId: Long } | { readonly refused: 'taken' | 'over' };

/** Rolls a transaction back: the invitation stays open. */
class NotAccepted extends Error {
  constructor(readonly outcome: 'taken' | 'over') {
    super(outcome);
  }
}

/** Rolls the transaction back with this outcome. */
function takeBack(outcome: 'taken' | 'over'): never {
  throw new NotAccepted(outcome);
}

/**
 * The accounts behind the users of a provider: an ExternalId of its issuer names one, and nothing else, least of all an
 * address (D115, D257).
 */
@Injectable()
export class ProviderAccounts {
  constructor(
    private readonly database: Database,
    private readonly links: AccountLinks,
    private readonly acceptances: Acceptances,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** null: no account is connected. */
  accountOf(arrival: Arrival): Promise<Long | null> {
    return this.links.accountOf(this.database.dataSource.manager, externalIdOf(arrival));
  }

  /**
   * Notes and records a sign-in, unless the connection was taken out of use meanwhile: what does that locks the account.
   * @returns what recognizes the account's password now: one that is replaced meanwhile ends the sign-in; null: it must not
   *   sign in
   */
  noteSignIn(arrival: Arrival, accountId: Long, address: string): Promise<string | null> {
    return this.database.transaction(async (tx) => {
      if (!(await noteSignIn(tx, accountId, this.clock.now()))) return null;
      if ((await this.links.accountOf(tx, externalIdOf(arrival))) !== accountId) return null;
      const details = { provider: arrival.provider.id };
      const event = { action: 'provider.signed_in', outcome: 'ok', accountId, address, details } as const;
      await this.audit.record(event, tx);
      return passwordMarkOf(tx, accountId);
    });
  }

  async noteRefusal(
    provider: string,
    reason: string,
    { accountId = null, address }: { accountId?: Long | null; address: string },
  ): Promise<void> {
    const event = { action: 'provider.refused', outcome: 'refused' } as const;
    await this.audit.record({ ...event, accountId, address, details: { provider, reason } });
  }

  /**
   * Accepts a family's invitation: the account signs in at the provider, and has no password until its user
   * chooses one.
   * @param token of the invitation
   * @param passwordHash that of no password
   * @returns the account, or why there is none: the invitation stays open then
   */
  async accept(
    token: string,
    arrival: Arrival,
    how: Pick<Completion, 'address' | 'passwordHash' | 'choiceOf'>,
  ): Promise<Accepted> {
    try {
      return await this.database.transaction(async (tx) => {
        const details = { provider: arrival.provider.id };
        const nameOf = ({ name }: Account): string => name || (arrival.name ?? arrival.label);
        // The link may have been handed on: who came by it reads the mailbox only if the provider says so too.
        const completion = { ...how, nameOf, details, proves: arrival.email };
        const completed = await this.acceptances.complete(tx, token, completion);
        if (!completed || completed.familyId === null || completed.account.role !== null)
          return takeBack('over');
        const { id: accountId } = completed.account;
        const linked = { action: 'account.linked', outcome: 'ok', accountId, address: how.address } as const;
        const outcome = await this.links.attach(tx, accountId, externalIdOf(arrival), linked);
        return outcome === 'connected' ? { accountId } : takeBack(outcome);
      });
    } catch (cause) {
      if (cause instanceof NotAccepted) return { refused: cause.outcome };
      if (cause instanceof CallError && cause.definition === Errors.accountAlreadyExists)
        return { refused: 'taken' }; // just now
      throw cause;
    }
  }
}

function externalIdOf({ provider: { issuer }, subject }: Arrival): ExternalId {
  return { issuer, subject };
}
