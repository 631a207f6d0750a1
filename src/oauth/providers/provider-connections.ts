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
import { holdSignIn, type BySession, type ByUser } from '../../identity/sessions/hold-sign-in.js';
import type { Long } from '../../platform/operations/long.js';
import { AccountLinks, outcomeOfLink, type LinkOutcome } from '../sso/account-links.js';
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
    const open = await this.open(token, browsers);
    return open && { providerName: open.provider.name, label: open.label, createdAt: open.createdAt };
  }

  /** Connects the account, as its user decided; of two at once one does. */
  async connect(token: string, browsers: readonly Buffer[], by: ByUser & BySession): Promise<LinkOutcome> {
    const open = await this.open(token, browsers);
    if (!open) return 'over';
    const externalId = { issuer: open.provider.issuer, subject: open.subject };
    const { accountId, address } = by;
    const event = { action: 'account.linked', outcome: 'ok', accountId, address } as const;
    const work = this.database.transaction(async (tx) => {
      const { signInId } = await holdSignIn(tx, by);
      if (!(await this.visits.take(token, tx))) return 'over';
      return this.links.attach(tx, accountId, externalId, event, signInId);
    });
    return outcomeOfLink(work);
  }

  async decline(
    token: string,
    browsers: readonly Buffer[],
    who: { accountId: Long | null; address: string },
  ): Promise<void> {
    const open = await this.open(token, browsers);
    if (!open) return;
    await this.database.transaction(async (tx) => {
      if (!(await this.visits.take(token, tx))) return;
      const event = { action: 'account.link-declined', outcome: 'refused' } as const;
      await this.audit.record({ ...event, ...who, details: { issuer: open.provider.issuer } }, tx);
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
    by: ByUser & BySession,
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
   * Takes a connection away in a transaction that has locked the account; the caller records the event.
   * @param id of the identifier, as it was sent
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

  /** Returns the question and the provider that its user came back from; null: it has expired, or the provider is off. */
  private async open(token: string, browsers: readonly Buffer[]) {
    const visit = await this.visits.find<Question>(token, 'back', browsers);
    if (!visit) return null;
    const where = { id: visit.providerId, isEnabled: true };
    const provider = await this.database.dataSource.manager.findOneBy(IdentityProvider, where);
    return provider && { ...visit.data, createdAt: visit.createdAt, provider };
  }
}
