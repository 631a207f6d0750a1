import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountService } from '../accounts/account.service.js';
import { Account, type AccountStatus } from '../accounts/account.entity.js';
import type { IdentifierType } from '../accounts/identifier.js';
import { AuditLog } from '../audit/audit-log.js';
import { AppConfig } from '../config/app-config.js';
import type { Long } from '../contract/long.js';
import { Database } from '../database/database.js';
import type { Channel, MessageKind } from '../notifications/outbox-message.entity.js';
import { Outbox } from '../notifications/outbox.js';
import { Clock, DAY, SECOND } from '../security/clock.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { digestOf, randomSecret } from '../security/secrets.js';
import { Invitation } from './invitation.entity.js';

/** Stands where the family or the client is gone. */
const SERVICE_NAME = 'Hearth';
const LIFETIME_MS = 7 * DAY; // D24
export const RESEND_PAUSE_SECONDS = 300;
const RESENDS_A_DAY = 5;

const COLUMNS = `i.kind, i.account_id, i.identifier_id, i.family_id, i.client_id, i.expires_at, i.used_at,
  a.name, a.status, a.locale, n.type, n.value, n.normalized,
  (SELECT array_agg(x.value) || array_agg(x.normalized) FROM account_identifier x WHERE x.account_id = a.id) AS own,
  f.name AS family_name, c.name AS client_name`;
const TABLES = `invitation i JOIN account a ON a.id = i.account_id JOIN account_identifier n ON n.id = i.identifier_id
  LEFT JOIN family f ON f.id = i.family_id LEFT JOIN client c ON c.id = i.client_id`;
const FIND = { name: 'invitation-find', text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE i.digest = $1` };

interface Row {
  kind: MessageKind;
  account_id: Long;
  identifier_id: Long;
  family_id: Long | null;
  client_id: Long | null;
  expires_at: Date;
  used_at: Date | null;
  name: string;
  status: AccountStatus;
  locale: string | null;
  type: IdentifierType;
  value: string;
  normalized: string;
  own: string[];
  family_name: string | null;
  client_name: string | null;
}

/** What a link's page shows and decides by. */
export interface InvitationView {
  readonly kind: MessageKind;
  /** over: its days have passed, or a newer one replaced it; used: it has done its work; closed: the account was disabled. */
  readonly state: 'open' | 'over' | 'used' | 'closed';
  readonly name: string;
  readonly locale: string | null;
  /** The e-mail address, phone number or login it is about. */
  readonly value: string;
  /** Every identifier of the account: no password for it. */
  readonly own: readonly string[];
  readonly familyName: string;
  readonly clientName: string;
}

/** Whom a link is for. */
export interface InvitationRequest {
  readonly kind: MessageKind;
  readonly accountId: Long;
  readonly identifierId: Long;
  readonly familyId: Long | null;
  /** The client that invites. */
  readonly clientId: Long | null;
}

/** Links by which a person completes an account or confirms an address (D23–D26, D71). */
@Injectable()
export class InvitationService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly outbox: Outbox,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** Makes a link and the message that carries it, in the caller's transaction; earlier links of the address end. */
  async issue(tx: EntityManager, request: InvitationRequest): Promise<void> {
    const now = this.clock.now();
    await tx.query(
      'UPDATE invitation SET expires_at = least(expires_at, $2) WHERE identifier_id = $1 AND used_at IS NULL',
      [request.identifierId, now],
    );
    const token = randomSecret();
    const digest = digestOf(token);
    await tx.insert(Invitation, {
      ...request,
      digest,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    });
    const [row] = await tx.query<Row[]>(FIND.text, [digest]);
    await this.outbox.add(tx, {
      kind: request.kind,
      accountId: request.accountId,
      ...addressee(row),
      locale: row.locale ?? 'en',
      payload: {
        link: `${this.config.publicUrl}/invitation/${token}`,
        name: row.name,
        familyName: row.family_name ?? SERVICE_NAME,
        clientName: row.client_name ?? SERVICE_NAME,
      },
    });
  }

  /** A GET may look as often as it likes: nothing is consumed (D71). */
  async look(token: string): Promise<InvitationView | null> {
    const row = await this.find(token);
    return row && this.toView(row);
  }

  /**
   * Completes the account: its name and password, and the address is proven.
   * @returns the account, or null when the link does not work any more; of two at once one gets it
   */
  async accept(token: string, name: string, password: string): Promise<Long | null> {
    const passwordHash = await this.hasher.hash(password); // before the transaction: no connection waits for bcrypt (D70)
    const accountId = await this.database.transaction(async (tx) => {
      const used = await this.consume(tx, token, 'invitation');
      if (!used) return null;
      const now = this.clock.now();
      const [, updated] = await tx.query<[unknown, number]>(
        `UPDATE account SET name = $2, password_hash = $3, status = 'active', last_login_at = $4 WHERE id = $1 AND status = 'pending'`,
        [used.accountId, name, passwordHash, now],
      );
      if (updated === 0) return null; // completed by another link, or disabled meanwhile
      await this.audit.record(
        { action: 'invitation.accepted', outcome: 'ok', accountId: used.accountId },
        tx,
      );
      return used.accountId;
    });
    if (accountId !== null) await this.accounts.forget(accountId);
    return accountId;
  }

  /** @returns whether the address is now confirmed */
  confirm(token: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const used = await this.consume(tx, token, 'confirmation');
      if (!used) return false;
      const { accountId } = used;
      await this.audit.record({ action: 'identifier.confirmed', outcome: 'ok', accountId }, tx);
      return true;
    });
  }

  /** Sends a new link to the address of a link that is over; not more often than every five minutes, five a day. */
  async resend(token: string): Promise<'sent' | 'tooSoon' | 'refused'> {
    const row = await this.find(token);
    if (!row || this.toView(row).state !== 'over') return 'refused';
    const outcome = await this.database.transaction(async (tx) => {
      // Locked, so that of two requests at once the second sees the first one's link.
      await tx.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [row.account_id]);
      if (await this.sentTooOften(tx, row.identifier_id)) return 'tooSoon' as const;
      const {
        kind,
        account_id: accountId,
        identifier_id: identifierId,
        family_id: familyId,
        client_id: clientId,
      } = row;
      await this.issue(tx, { kind, accountId, identifierId, familyId, clientId });
      await this.audit.record({ action: 'invitation.resent', outcome: 'ok', accountId }, tx);
      return 'sent' as const;
    });
    this.outbox.announce();
    return outcome;
  }

  async localeOf(accountId: Long): Promise<string | null> {
    const account = await this.database.repository(Account).findOneBy({ id: accountId });
    return account?.locale ?? null;
  }

  /** One atomic statement: the link is used by whoever comes first (D71). */
  private async consume(
    tx: EntityManager,
    token: string,
    kind: MessageKind,
  ): Promise<{ accountId: Long } | null> {
    const [rows] = await tx.query<[{ account_id: Long; identifier_id: Long }[], number]>(
      `UPDATE invitation i SET used_at = $2 FROM account a
        WHERE i.digest = $1 AND i.kind = $3 AND i.used_at IS NULL AND i.expires_at > $2
          AND a.id = i.account_id AND a.status = CASE i.kind WHEN 'invitation' THEN 'pending' ELSE 'active' END
       RETURNING i.account_id, i.identifier_id`,
      [digestOf(token), this.clock.now(), kind],
    );
    if (rows.length === 0) return null;
    const [{ account_id: accountId, identifier_id: identifierId }] = rows;
    await tx.query('UPDATE account_identifier SET is_validated = true WHERE id = $1', [identifierId]);
    return { accountId };
  }

  private async sentTooOften(tx: EntityManager, identifierId: Long): Promise<boolean> {
    const now = this.clock.millis();
    const sent = await tx.query<{ created_at: Date }[]>(
      'SELECT created_at FROM invitation WHERE identifier_id = $1 AND created_at > $2 ORDER BY created_at DESC',
      [identifierId, new Date(now - DAY)],
    );
    const isJustSent = sent.length > 0 && now - sent[0].created_at.getTime() < RESEND_PAUSE_SECONDS * SECOND;
    return isJustSent || sent.length >= RESENDS_A_DAY;
  }

  private async find(token: string): Promise<Row | null> {
    const [row] = await this.database.query<Row>(FIND, [digestOf(token)]);
    return row ?? null;
  }

  private toView(row: Row): InvitationView {
    return {
      kind: row.kind,
      state: this.stateOf(row),
      name: row.name,
      locale: row.locale,
      value: row.value,
      own: row.own,
      familyName: row.family_name ?? SERVICE_NAME,
      clientName: row.client_name ?? SERVICE_NAME,
    };
  }

  private stateOf({ kind, used_at: usedAt, expires_at: expiresAt, status }: Row): InvitationView['state'] {
    if (usedAt !== null || (kind === 'invitation' && status === 'active')) return 'used';
    if (status === 'disabled') return 'closed';
    return expiresAt > this.clock.now() ? 'open' : 'over';
  }
}

/** Where a message about this identifier goes; a login has no channel, an administrator hands the link over (D25). */
function addressee({ type, normalized }: Row): { channel: Channel; recipient: string } {
  if (type === 'Email') return { channel: 'email', recipient: normalized };
  if (type === 'Msisdn') return { channel: 'sms', recipient: normalized };
  return { channel: 'handover', recipient: '' };
}
