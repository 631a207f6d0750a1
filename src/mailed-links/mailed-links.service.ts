import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AccountStatus } from '../accounts/account.entity.js';
import type { IdentifierType } from '../accounts/identifier.js';
import { AppConfig } from '../config/app-config.js';
import type { Long } from '../contract/long.js';
import { Database } from '../database/database.js';
import type { Channel, LinkKind } from '../notifications/outbox-message.entity.js';
import { Outbox } from '../notifications/outbox.js';
import { Clock, DAY, MINUTE, SECOND } from '../security/clock.js';
import { digestOf, randomSecret } from '../security/secrets.js';
import { MailedLink } from './mailed-link.entity.js';

/** Stands where the family or the client is gone. */
const SERVICE_NAME = 'Hearth';
/** Where each kind of link leads, and for how long (D24, D105, D106). */
const KINDS: Readonly<Record<LinkKind, { path: string; lifetimeMs: number }>> = {
  invitation: { path: '/invitation', lifetimeMs: 7 * DAY },
  confirmation: { path: '/invitation', lifetimeMs: 7 * DAY },
  addition: { path: '/invitation', lifetimeMs: 7 * DAY },
  reset: { path: '/reset', lifetimeMs: 60 * MINUTE },
};
export const RESEND_PAUSE_SECONDS = 300;
const SENT_A_DAY = 5;

const COLUMNS = `i.kind, i.account_id, i.identifier_id, i.new_type, i.new_value, i.family_id, i.client_id, i.expires_at,
  i.used_at, a.name, a.status, a.locale, coalesce(n.type, i.new_type) AS type, coalesce(n.value, i.new_value) AS value,
  coalesce(n.normalized, i.new_value) AS normalized,
  (SELECT array_agg(x.value) || array_agg(x.normalized) FROM account_identifier x WHERE x.account_id = a.id) AS own,
  f.name AS family_name, c.name AS client_name`;
const TABLES = `invitation i JOIN account a ON a.id = i.account_id LEFT JOIN account_identifier n ON n.id = i.identifier_id
  LEFT JOIN family f ON f.id = i.family_id LEFT JOIN client c ON c.id = i.client_id`;
const FIND = { name: 'mailed-link-find', text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE i.digest = $1` };

interface Row {
  kind: LinkKind;
  account_id: Long;
  identifier_id: Long | null;
  new_type: IdentifierType | null;
  new_value: string | null;
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
  own: string[] | null;
  family_name: string | null;
  client_name: string | null;
}

/** What a link's page shows and decides by. */
export interface LinkView {
  readonly kind: LinkKind;
  /** over: its time has passed, or a newer one replaced it; used: it has done its work; closed: the account was disabled. */
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

/** Whom a link is for, and which address it is about. */
export interface LinkRequest {
  readonly kind: LinkKind;
  readonly accountId: Long;
  /** The account's own; null with `added`. */
  readonly identifierId: Long | null;
  /** Becomes the account's own by the link; its value is normalized. */
  readonly added?: { readonly type: 'Email' | 'Msisdn'; readonly value: string };
  readonly familyId: Long | null;
  /** The client that invites. */
  readonly clientId: Long | null;
}

/** What a link has done. */
export interface UsedLink extends Pick<LinkRequest, 'accountId' | 'added'> {
  /** Normalized; null: it was confirmed before. */
  readonly confirmed: string | null;
}

/** How a link is made known. */
export interface Delivery {
  /** false: it is only kept, and nobody gets it. */
  readonly isSent?: boolean;
  /** Stands behind the link's `?`. */
  readonly query?: string;
}

/** Single-use links that go to an address, in the transaction of what they are for (D23–D26, D71). */
@Injectable()
export class MailedLinks {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** Makes a link and the message that carries it, in the caller's transaction; earlier ones of its kind to the address end. */
  async issue(
    tx: EntityManager,
    request: LinkRequest,
    { isSent = true, query }: Delivery = {},
  ): Promise<void> {
    const { kind, accountId, identifierId, added, familyId, clientId } = request;
    const now = this.clock.now();
    await tx.query(
      `UPDATE invitation SET expires_at = least(expires_at, $4) WHERE kind = $1 AND used_at IS NULL
          AND (identifier_id = $2 OR (account_id = $3 AND new_value = $5))`,
      [kind, identifierId, accountId, now, added?.value ?? null],
    );
    const token = randomSecret();
    const digest = digestOf(token);
    const [newType, newValue] = [added?.type ?? null, added?.value ?? null];
    const expiresAt = new Date(now.getTime() + KINDS[kind].lifetimeMs);
    const link = { digest, kind, accountId, identifierId, newType, newValue, familyId, clientId };
    await tx.insert(MailedLink, { ...link, createdAt: now, expiresAt });
    if (!isSent) return;
    const [row] = await tx.query<Row[]>(FIND.text, [digest]);
    await this.outbox.add(tx, {
      kind,
      accountId,
      ...addressee(row),
      locale: row.locale ?? 'en',
      payload: {
        link: `${this.config.publicUrl}${KINDS[kind].path}/${token}${query === undefined ? '' : `?${query}`}`,
        name: row.name,
        familyName: row.family_name ?? SERVICE_NAME,
        clientName: row.client_name ?? SERVICE_NAME,
      },
    });
  }

  /** To be called after the commit. */
  announce(): void {
    this.outbox.announce();
  }

  /** A GET may look as often as it likes: nothing is consumed (D71). */
  async look(token: string, kinds: readonly LinkKind[]): Promise<LinkView | null> {
    const row = await this.find(token, kinds);
    return row && this.toView(row);
  }

  /** How to make a link again that is over; null for any other. */
  async requestOf(token: string, kinds: readonly LinkKind[]): Promise<LinkRequest | null> {
    const row = await this.find(token, kinds);
    if (!row || this.stateOf(row) !== 'over') return null;
    const { new_type: type, new_value: value } = row;
    return {
      kind: row.kind,
      accountId: row.account_id,
      identifierId: row.identifier_id,
      ...(value === null ? {} : { added: { type: type as 'Email' | 'Msisdn', value } }),
      familyId: row.family_id,
      clientId: row.client_id,
    };
  }

  /**
   * One atomic statement: the link is used by whoever comes first (D71), and its address is proven.
   * @returns whose it was, what it adds to the account, and the address that is confirmed from now on, if it was not before
   */
  async consume(tx: EntityManager, token: string, kinds: readonly LinkKind[]): Promise<UsedLink | null> {
    const [rows] = await tx.query<[Row[], number]>(
      `UPDATE invitation i SET used_at = $2 FROM account a
        WHERE i.digest = $1 AND i.kind = ANY($3) AND i.used_at IS NULL AND i.expires_at > $2
          AND a.id = i.account_id AND a.status = CASE i.kind WHEN 'invitation' THEN 'pending' ELSE 'active' END
       RETURNING i.account_id, i.identifier_id, i.new_type, i.new_value`,
      [digestOf(token), this.clock.now(), kinds],
    );
    if (rows.length === 0) return null;
    const [{ account_id: accountId, identifier_id: identifierId, new_type: type, new_value: value }] = rows;
    if (value !== null)
      return { accountId, added: { type: type as 'Email' | 'Msisdn', value }, confirmed: value };
    const [[newly]] = await tx.query<[{ normalized: string }[], number]>(
      'UPDATE account_identifier SET is_validated = true WHERE id = $1 AND NOT is_validated RETURNING normalized',
      [identifierId],
    );
    return { accountId, confirmed: newly?.normalized ?? null };
  }

  /** Those of the account that are still open, and of these kinds, end. */
  async end(tx: EntityManager, accountId: Long, kinds: readonly LinkKind[]): Promise<void> {
    await tx.query(
      `UPDATE invitation SET expires_at = least(expires_at, $3) WHERE account_id = $1 AND kind = ANY($2) AND used_at IS NULL`,
      [accountId, kinds, this.clock.now()],
    );
  }

  /**
   * Not to the same address within five minutes of the last one of its kind, five a day; of additions five a day in all,
   * since they go where their account likes. The caller holds a lock on the account, or two at once would both pass.
   */
  async isSentTooOften(tx: EntityManager, request: LinkRequest): Promise<boolean> {
    const { kind, accountId, identifierId, added } = request;
    const now = this.clock.millis();
    const sent = await tx.query<{ created_at: Date; new_value: string | null }[]>(
      `SELECT created_at, new_value FROM invitation WHERE kind = $1 AND created_at > $2
          AND (identifier_id = $3 OR (identifier_id IS NULL AND account_id = $4))`,
      [kind, new Date(now - DAY), identifierId, accountId],
    );
    const isToSame = sent.filter(({ new_value: value }) => value === (added?.value ?? null));
    const last = Math.max(0, ...isToSame.map(({ created_at: at }) => at.getTime()));
    return now - last < RESEND_PAUSE_SECONDS * SECOND || sent.length >= SENT_A_DAY;
  }

  private async find(token: string, kinds: readonly LinkKind[]): Promise<Row | null> {
    const [row] = await this.database.query<Row>(FIND, [digestOf(token)]);
    return row && kinds.includes(row.kind) ? row : null;
  }

  private toView(row: Row): LinkView {
    return {
      kind: row.kind,
      state: this.stateOf(row),
      name: row.name,
      locale: row.locale,
      value: row.value,
      own: row.own ?? [],
      familyName: row.family_name ?? SERVICE_NAME,
      clientName: row.client_name ?? SERVICE_NAME,
    };
  }

  private stateOf({ kind, used_at: usedAt, expires_at: expiresAt, status }: Row): LinkView['state'] {
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
