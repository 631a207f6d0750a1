import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, MoreThan, Repository, type EntityManager } from 'typeorm';
import type { AccountStatus } from '../accounts/account.entity.js';
import type { IdentifierType } from '../accounts/identifier.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { MemberTypeValue } from '../families/family-member.entity.js';
import type { Channel, LinkKind } from '../notifications/outbox-message.entity.js';
import { Outbox } from '../notifications/outbox.js';
import { Clock, DAY, MINUTE, SECOND } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import type { AddedIdentifier, Delivery, LinkRequest, LinkView, UsedLink } from './link-shapes.js';
import { MailedLink } from './mailed-link.entity.js';

/** Shown in place of a family or client that was deleted. */
const SERVICE_NAME = 'Hearth';
/** The page of each kind of link, and its lifetime (D24, D105, D106, D156, D159). */
const KINDS: Readonly<Record<LinkKind, { path: string; lifetimeMs: number }>> = {
  invitation: { path: '/invitation', lifetimeMs: 7 * DAY },
  confirmation: { path: '/proposal', lifetimeMs: 7 * DAY },
  membership: { path: '/proposal', lifetimeMs: 7 * DAY },
  addition: { path: '/invitation', lifetimeMs: 7 * DAY },
  reset: { path: '/reset', lifetimeMs: 60 * MINUTE },
};
/** Requests of a client to an account: its signed-in user decides, as long as the client exists. */
export const PROPOSALS = ['confirmation', 'membership'] as const satisfies readonly LinkKind[];
export const RESEND_PAUSE_SECONDS = 300;
const SENT_A_DAY = 5;

const COLUMNS = `i.kind, i.account_id, i.identifier_id, i.new_type, i.new_value, i.family_id, i.member_type, i.client_id,
  i.created_at, i.expires_at, i.used_at, a.name, a.status, a.locale, coalesce(n.type, i.new_type) AS type,
  coalesce(n.value, i.new_value) AS value,
  coalesce(n.normalized, i.new_value) AS normalized,
  (SELECT array_agg(x.value) || array_agg(x.normalized) FROM account_identifier x WHERE x.account_id = a.id) AS own,
  f.name AS family_name, c.name AS client_name, coalesce(c.is_disabled, true) AS is_client_gone`;
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
  member_type: MemberTypeValue | null;
  client_id: Long | null;
  created_at: Date;
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
  is_client_gone: boolean;
}

/** Single-use links sent to an address, created in the transaction that they belong to (D23–D26, D71). */
@Injectable()
export class MailedLinks {
  constructor(
    private readonly database: Database,
    @InjectRepository(MailedLink) private readonly links: Repository<MailedLink>,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly budgets: Budgets,
  ) {}

  /**
   * Spends the budget of an unauthenticated request, before looking up whether there is anything to send: otherwise the
   * answer would reveal who has an account.
   * @throws BudgetSpent
   */
  askedFrom(address: string): Promise<void> {
    return this.budgets.spend('mailedLinks', { address });
  }

  /** Creates a link and its message in the caller's transaction; earlier links of its kind to the address end. */
  async issue(tx: Transaction, request: LinkRequest, { isSent = true, query }: Delivery = {}): Promise<void> {
    const { kind, accountId, identifierId, added, familyId, memberType, clientId } = request;
    const now = this.clock.now();
    await tx.query(
      `UPDATE invitation SET expires_at = least(expires_at, $4) WHERE kind = $1 AND used_at IS NULL
          AND (identifier_id = $2 OR (account_id = $3 AND new_value = $5)) AND (kind <> 'membership' OR family_id = $6)`,
      [kind, identifierId, accountId, now, added?.value ?? null, familyId],
    );
    const token = randomSecret();
    const digest = digestOf(token);
    const [newType, newValue] = [added?.type ?? null, added?.value ?? null];
    const expiresAt = new Date(now.getTime() + KINDS[kind].lifetimeMs);
    const link = { digest, kind, accountId, identifierId, newType, newValue, familyId, memberType, clientId };
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

  /** A GET may repeat: nothing is consumed (D71). */
  async look(token: string, kinds: readonly LinkKind[]): Promise<LinkView | null> {
    const row = await this.find(token, kinds);
    return row && this.toView(row);
  }

  /** Unconfirmed addresses that the account is about to get. */
  async waiting(accountId: Long): Promise<string[]> {
    const links = await this.links.findBy({
      accountId,
      kind: In(['addition', 'confirmation']),
      usedAt: IsNull(),
      expiresAt: MoreThan(this.clock.now()),
    });
    return [...new Set(links.map(({ newValue }) => newValue as string))].sort();
  }

  /** The request that creates an ended link anew; null for any other link. */
  async requestOf(token: string, kinds: readonly LinkKind[]): Promise<LinkRequest | null> {
    const row = await this.find(token, kinds);
    if (!row || this.stateOf(row) !== 'over') return null;
    const { new_type: type, new_value: value } = row;
    return {
      kind: row.kind,
      accountId: row.account_id,
      identifierId: row.identifier_id,
      ...(value === null ? {} : { added: { type: type as AddedIdentifier['type'], value } }),
      familyId: row.family_id,
      clientId: row.client_id,
    };
  }

  /**
   * One atomic statement: only the first use succeeds (D71), and it proves the address.
   * @returns the link's account, what it adds to it, and the address that it confirmed, unless it was confirmed before
   */
  async consume(tx: EntityManager, token: string, kinds: readonly LinkKind[]): Promise<UsedLink | null> {
    const [rows] = await tx.query<[Row[], number]>(
      `UPDATE invitation i SET used_at = $2 FROM account a
        WHERE i.digest = $1 AND i.kind = ANY($3) AND i.used_at IS NULL AND i.expires_at > $2
          AND (i.kind <> ALL($4) OR EXISTS (SELECT FROM client c WHERE c.id = i.client_id AND NOT c.is_disabled))
          AND a.id = i.account_id AND a.status = CASE i.kind WHEN 'invitation' THEN 'pending' ELSE 'active' END
       RETURNING i.kind, i.account_id, i.identifier_id, i.new_type, i.new_value, i.family_id, i.member_type`,
      [digestOf(token), this.clock.now(), kinds, PROPOSALS],
    );
    if (rows.length === 0) return null;
    const [{ kind, account_id: accountId, identifier_id: identifierId, family_id: familyId, ...row }] = rows;
    const { new_type: type, new_value: value, member_type } = row;
    const used = { kind, accountId, familyId, memberType: member_type ?? undefined };
    if (value !== null)
      return { ...used, added: { type: type as AddedIdentifier['type'], value }, confirmed: value };
    const [[newly]] = await tx.query<[{ normalized: string }[], number]>(
      'UPDATE account_identifier SET is_validated = true WHERE id = $1 AND NOT is_validated RETURNING normalized',
      [identifierId],
    );
    return { ...used, confirmed: newly?.normalized ?? null };
  }

  /** Ends the link without effect. @returns its account; null: it had ended already */
  async decline(tx: EntityManager, token: string, kinds: readonly LinkKind[]): Promise<Long | null> {
    const now = this.clock.now();
    const open = { digest: digestOf(token), kind: In(kinds), usedAt: IsNull(), expiresAt: MoreThan(now) };
    const link = await tx.findOne(MailedLink, { where: open, lock: { mode: 'pessimistic_write' } });
    if (link) await tx.update(MailedLink, { digest: link.digest }, { expiresAt: now });
    return link?.accountId ?? null;
  }

  /** Ends the account's open links of these kinds. */
  async end(tx: EntityManager, accountId: Long, kinds: readonly LinkKind[]): Promise<void> {
    await tx.query(
      `UPDATE invitation SET expires_at = least(expires_at, $3) WHERE account_id = $1 AND kind = ANY($2) AND used_at IS NULL`,
      [accountId, kinds, this.clock.now()],
    );
  }

  /**
   * At most one link of its kind (and family) to an address within five minutes, five a day; and five a day in all to
   * addresses that the account does not have yet. The caller holds a lock on the account, or two concurrent requests
   * would both pass.
   */
  async isSentTooOften(tx: EntityManager, request: LinkRequest): Promise<boolean> {
    const { kind, accountId, identifierId, added, familyId } = request;
    const now = this.clock.millis();
    const recent = { kind, createdAt: MoreThan(new Date(now - DAY)) };
    const where = [{ ...recent, identifierId: IsNull(), accountId }];
    const sent = await tx.findBy(
      MailedLink,
      identifierId === null ? where : [...where, { ...recent, identifierId }],
    );
    const isToSame = sent.filter(
      (link) =>
        link.newValue === (added?.value ?? null) && (kind !== 'membership' || link.familyId === familyId),
    );
    const last = Math.max(0, ...isToSame.map(({ createdAt }) => createdAt.getTime()));
    return now - last < RESEND_PAUSE_SECONDS * SECOND || sent.length >= SENT_A_DAY;
  }

  private async find(token: string, kinds: readonly LinkKind[]): Promise<Row | null> {
    const [row] = await this.database.query<Row>(FIND, [digestOf(token)]);
    return row && kinds.includes(row.kind) ? row : null;
  }

  private toView(row: Row): LinkView {
    return {
      kind: row.kind,
      accountId: row.account_id,
      createdAt: row.created_at,
      state: this.stateOf(row),
      name: row.name,
      locale: row.locale,
      value: row.value,
      own: row.own ?? [],
      familyId: row.family_id,
      familyName: row.family_name ?? SERVICE_NAME,
      clientName: row.client_name ?? SERVICE_NAME,
    };
  }

  private stateOf(row: Row): LinkView['state'] {
    const { kind, used_at: usedAt, expires_at: expiresAt, status } = row;
    if (usedAt !== null || (kind === 'invitation' && status === 'active')) return 'used';
    if (status === 'disabled') return 'closed';
    return expiresAt > this.clock.now() && !isWithdrawn(row) ? 'open' : 'over';
  }
}

/** Whether the client or family of a proposal was deleted. */
function isWithdrawn({ kind, is_client_gone: isClientGone, family_id: familyId }: Row): boolean {
  if (kind === 'membership') return isClientGone || familyId === null;
  return kind === 'confirmation' && isClientGone;
}

/**
 * Where a message about this identifier is sent; a login has no channel: an administrator hands the link over (D25).
 */
function addressee({ type, normalized }: Row): { channel: Channel; recipient: string } {
  if (type === 'Email') return { channel: 'email', recipient: normalized };
  if (type === 'Msisdn') return { channel: 'sms', recipient: normalized };
  return { channel: 'handover', recipient: '' };
}
