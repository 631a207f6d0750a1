import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import type { AccountIdentifier } from '../../identity/accounts/account-identifier.entity.js';
import {
  addIdentifier,
  confirmIdentifier,
  findIdentifier,
  removeIdentifier,
} from '../../identity/accounts/account-identifiers.js';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import { normalizeIdentifier } from '../../identity/accounts/identifier.js';
import { holdSignIn, type BySession, type ByUser } from '../../identity/sessions/hold-sign-in.js';
import { HEARTH, type AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { AuditEntry } from '../../platform/audit/audit-entry.js';
import { ClientDirectory } from '../clients/client-directory.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import type { Repeatable } from '../../platform/database/once.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Notices } from '../../identity/notifications/notices.js';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { AccountLink } from './account-link.entity.js';
import type { Assertion } from './assertions.js';

const LIFETIME_MS = 10 * MINUTE;

/** The data of a link's page. */
export interface OpenLink {
  /** The number of the client. */
  readonly ofClient: Long;
  readonly clientId: string;
  readonly clientName: string;
  readonly label: string;
  readonly createdAt: Date;
}

/** An id in a partner's system. */
export interface ExternalId {
  readonly issuer: string;
  readonly subject: string;
}

/** over: the link is unknown, used or expired; taken: another account has the ExternalId. */
export type LinkOutcome = 'connected' | 'over' | 'taken';

/**
 * Finds the account for a partner's user id, and lets the user connect the two (D117). Never matches by an email
 * address.
 */
@Injectable()
export class AccountLinks {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientDirectory,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async accountOf(tx: EntityManager, externalId: ExternalId): Promise<Long | null> {
    const owner = await ownerOf(tx, externalId);
    return owner?.isValidated ? owner.accountId : null;
  }

  /** @returns the token of a link for the user to open */
  async begin(tx: Transaction, client: CallerClient, assertion: Assertion): Promise<string> {
    const { issuer, subject, label } = assertion;
    const token = randomSecret();
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
    const row = {
      digest: digestOf(token),
      clientId: client.id,
      issuer,
      subject,
      label,
      createdAt,
      expiresAt,
    };
    await tx.insert(AccountLink, row);
    return token;
  }

  /** Does not use the link up: a GET may repeat (D71). null when it is used or expired, or its client disabled. */
  async find(token: string): Promise<OpenLink | null> {
    const { manager } = this.database.dataSource;
    const where = { digest: digestOf(token), expiresAt: MoreThan(this.clock.now()) };
    const link = await manager.findOneBy(AccountLink, where);
    const client = link && (await this.clients.findById(link.clientId));
    if (!link || !client) return null;
    const { label, createdAt } = link;
    return { ofClient: client.id, clientId: client.clientId, clientName: client.name, label, createdAt };
  }

  /** Connects the account, as the user decided. */
  async connect(token: string, by: ByUser & BySession): Promise<LinkOutcome> {
    const { accountId, address } = by;
    const event = { action: 'account.linked', outcome: 'ok', accountId, address } as const;
    const work = this.database.transaction(async (tx) => {
      const { signInId } = await holdSignIn(tx, by);
      const link = await this.consume(tx, token);
      return link === null ? 'over' : await this.attach(tx, accountId, link, event, signInId);
    });
    return outcomeOfLink(work);
  }

  /** Declines the link, as the user decided. */
  async decline(token: string, who: { accountId: Long | null; address: string }): Promise<void> {
    await this.database.transaction(async (tx) => {
      const link = await this.consume(tx, token);
      if (link === null) return;
      const details = { issuer: link.issuer };
      const event = { action: 'account.link-declined', outcome: 'refused' } as const;
      await this.audit.record({ ...event, ...who, details }, tx);
    });
  }

  /**
   * An administrator attaches an ExternalId.
   * @returns hasRole: only its own user connects an account that has a role (D323)
   */
  async link(
    accountId: Long,
    externalId: ExternalId,
    actor: AuditActor = HEARTH,
    request: Repeatable = {},
  ): Promise<LinkOutcome | 'hasRole'> {
    const event = { ...actor, action: 'account.identifier_linked', outcome: 'ok' } as const;
    const link = async (tx: Transaction): Promise<LinkOutcome | 'hasRole'> => {
      const account = await lockAccount(tx, accountId, 'SHARE');
      const hasRole = (account?.role ?? null) !== null;
      return hasRole ? 'hasRole' : this.attach(tx, accountId, externalId, event);
    };
    return this.database.once(request, link, () => accountId);
  }

  /** Detaches an ExternalId from an account, no matter how it was attached; the partner can no longer sign the user in. */
  async unlink(accountId: Long, externalId: ExternalId, actor: AuditActor = HEARTH): Promise<void> {
    const { issuer } = externalId;
    await this.database.transaction(async (tx) => {
      const isRemoved = await removeIdentifier(tx, { accountId, normalized: formOf(externalId), issuer });
      if (!isRemoved) return;
      const event = { action: 'account.identifier_unlinked', outcome: 'ok' } as const;
      await this.audit.record(
        { ...event, ...actor, target: `account:${accountId}`, details: { issuer } },
        tx,
      );
    });
  }

  /**
   * Connects an account in the transaction of the decision, notifies its user and records it.
   * @param signInId the sign-in in which the user decided; left out: an administrator did
   * @throws CallError accountAlreadyExists: another account got the ExternalId just now
   */
  async attach(
    tx: Transaction,
    accountId: Long,
    { issuer, subject }: ExternalId,
    event: AuditEntry,
    signInId?: Long | null,
  ): Promise<LinkOutcome> {
    const account = await lockAccount(tx, accountId, 'SHARE');
    if (!account || account.status === 'disabled') return 'over';
    const owner = await ownerOf(tx, { issuer, subject });
    if (owner && owner.accountId !== accountId) return 'taken';
    if (owner?.isValidated) return 'connected';
    const made = signInId === undefined ? undefined : { at: this.clock.now(), signInId };
    const identifier = { type: 'ExternalId', value: subject, isValidated: true, issuer, made } as const;
    const id = owner?.id ?? (await addIdentifier(tx, accountId, identifier));
    if (owner) await confirmIdentifier(tx, id, { made });
    await this.notices.add(tx, accountId, { kind: 'partnerConnected', value: issuer, made });
    const by = event.action === 'account.linked' ? 'user' : 'administrator';
    const target = `account:${accountId}`;
    await this.audit.record({ ...event, target, details: { issuer, by, identifier: id } }, tx);
    return 'connected';
  }

  private async consume(tx: Transaction, token: string): Promise<ExternalId | null> {
    const [[link]] = await tx.query<[ExternalId[], number]>(
      'DELETE FROM account_link WHERE digest = $1 AND expires_at > $2 RETURNING issuer, subject',
      [digestOf(token), this.clock.now()],
    );
    return link ?? null;
  }
}

/** The outcome of connecting an account, also where another one got the ExternalId just now. */
export async function outcomeOfLink(work: Promise<LinkOutcome>): Promise<LinkOutcome> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof CallError && cause.definition === Errors.accountAlreadyExists) return 'taken';
    throw cause;
  }
}

/** The identifier with this ExternalId. Provisioning attaches it unvalidated: it counts once its account connected it. */
function ownerOf(tx: EntityManager, externalId: ExternalId): Promise<AccountIdentifier | null> {
  return findIdentifier(tx, formOf(externalId), externalId.issuer);
}

function formOf({ issuer, subject }: ExternalId): string {
  const form = normalizeIdentifier('ExternalId', subject, null, issuer);
  if (form === null) throw new Error('a malformed ExternalId was not refused before');
  return form;
}
