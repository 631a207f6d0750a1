import { Injectable } from '@nestjs/common';
import {
  externalIdsOf,
  identifiersOf,
  removeIdentifier,
} from '../../identity/accounts/account-identifiers.js';
import { Notices } from '../../identity/notifications/notices.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { EntityManager } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { holdSignIn, type BySession } from '../../identity/sessions/hold-sign-in.js';
import type { Long } from '../../platform/operations/long.js';
import { AccountLinks, type LinkOutcome } from '../sso/account-links.js';
import { IdentityProvider } from './identity-provider.entity.js';
import { offeredProviders, type OfferedProvider } from './offered-providers.js';
import { ProviderVisits, type Question } from './provider-visits.js';

/** One of an account's connections, as its owner sees it. */
interface Connection {
  /** The number of the identifier. */
  readonly id: Long;
  readonly provider: OfferedProvider;
}

/** A question that waits for its user's decision (D258). */
export interface OpenQuestion extends Pick<Question, 'label'> {
  readonly providerName: string;
  readonly createdAt: Date;
}

/** Who decides: an account, in the browser that came back. */
interface ByOwner {
  readonly accountId: Long;
  readonly address: string;
}

/** Connects accounts with users of providers and takes that back, as the account's own user decides. */
@Injectable()
export class ProviderConnections {
  constructor(
    private readonly database: Database,
    private readonly links: AccountLinks,
    private readonly visits: ProviderVisits,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
  ) {}

  /** Which of the offered providers the account is connected with, and which not. */
  async of(accountId: Long): Promise<{ connected: Connection[]; others: readonly OfferedProvider[] }> {
    const offered = offeredProviders();
    const issuers = offered.map(({ issuer }) => issuer);
    const rows = await externalIdsOf(this.database.dataSource.manager, accountId, issuers);
    const connected = rows.flatMap((row) => {
      const provider = offered.find((each) => each.issuer === row.issuer);
      return provider ? [{ id: row.id, provider }] : [];
    });
    const others = offered.filter((each) => !rows.some((row) => row.issuer === each.issuer));
    return { connected, others };
  }

  /** Whether one with an offered provider is left when another has gone. @param going its identifier; null: none goes */
  async isAnyBeside(tx: EntityManager, accountId: Long, going: Long | null): Promise<boolean> {
    const issuers = offeredProviders().map(({ issuer }) => issuer);
    return (await externalIdsOf(tx, accountId, issuers)).some(({ id }) => id !== going);
  }

  /** null: it is unknown, used, expired, or another browser's. */
  async find(token: string, browsers: readonly Buffer[]): Promise<OpenQuestion | null> {
    const visit = await this.visits.find<Question>(token, 'back', browsers);
    const provider = visit && (await this.providerOf(visit.providerId));
    if (!visit || !provider) return null;
    return { providerName: provider.name, label: visit.data.label, createdAt: visit.createdAt };
  }

  /** Connects the account, as its user decided; of two at once one does. */
  async connect(token: string, browsers: readonly Buffer[], by: ByOwner & BySession): Promise<LinkOutcome> {
    const visit = await this.visits.find<Question>(token, 'back', browsers);
    const provider = visit && (await this.providerOf(visit.providerId));
    if (!visit || !provider) return 'over';
    const externalId = { issuer: provider.issuer, subject: visit.data.subject };
    const { accountId, address } = by;
    const event = { action: 'account.linked', outcome: 'ok', accountId, address } as const;
    try {
      return await this.database.transaction(async (tx) => {
        const { signInId } = await holdSignIn(tx, by);
        if (!(await this.visits.take(token, tx))) return 'over';
        return this.links.attach(tx, accountId, externalId, event, signInId);
      });
    } catch (cause) {
      if (cause instanceof CallError && cause.definition === Errors.accountAlreadyExists) return 'taken'; // just now
      throw cause;
    }
  }

  async decline(
    token: string,
    browsers: readonly Buffer[],
    who: { accountId: Long | null; address: string },
  ): Promise<void> {
    const visit = await this.visits.find<Question>(token, 'back', browsers);
    const provider = visit && (await this.providerOf(visit.providerId));
    if (!provider) return;
    await this.database.transaction(async (tx) => {
      if (!(await this.visits.take(token, tx))) return;
      const event = { action: 'account.link-declined', outcome: 'refused' } as const;
      await this.audit.record({ ...event, ...who, details: { issuer: provider.issuer } }, tx);
    });
  }

  /**
   * Takes a connection away; one that is gone already is no error.
   * @param id of the identifier
   * @param isLastWayIn asked while the account is locked
   * @returns false: it stays, since nothing else signs the account in
   * @throws SignInRequired when the session has ended
   */
  disconnect(
    id: Long,
    by: ByOwner & BySession,
    isLastWayIn: (tx: Transaction) => Promise<boolean>,
  ): Promise<boolean> {
    const { accountId, address } = by;
    return this.database.transaction(async (tx) => {
      await holdSignIn(tx, by); // so that of two at once the second finds nothing
      const outcome = await this.end(tx, accountId, id, isLastWayIn);
      if (typeof outcome === 'string') return outcome === 'gone';
      const event = { action: 'account.unlinked', outcome: 'ok', accountId, address } as const;
      await this.audit.record({ ...event, target: `account:${accountId}`, details: outcome }, tx);
      return true;
    });
  }

  /**
   * The same in the transaction of somebody who holds the account and records it.
   * @param id as somebody sent it
   * @returns what it was
   */
  async end(
    tx: Transaction,
    accountId: Long,
    id: string,
    isLastWayIn: (tx: Transaction) => Promise<boolean>,
  ): Promise<{ readonly issuer: string } | 'gone' | 'last'> {
    const going = (await identifiersOf(tx, accountId)).find((each) => each.id === id);
    if (!going || going.issuer === '') return 'gone'; // or of no issuer
    if (await isLastWayIn(tx)) return 'last';
    const { issuer } = going;
    await this.notices.add(tx, accountId, { kind: 'partnerDisconnected', value: issuer });
    await removeIdentifier(tx, { id: going.id, accountId });
    return { issuer };
  }

  private providerOf(id: string): Promise<IdentityProvider | null> {
    return this.database.dataSource.manager.findOneBy(IdentityProvider, { id, isEnabled: true });
  }
}
