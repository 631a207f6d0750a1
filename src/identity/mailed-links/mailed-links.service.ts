import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, MoreThan, Repository, type EntityManager } from 'typeorm';
import { confirmIdentifier } from '../accounts/account-identifiers.js';
import { hasStatus, lockedAccount, nameOf, personOf, type Person } from '../accounts/account-sql.js';
import type { IdentifierType } from '../accounts/identifier.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { MemberTypeValue } from '../families/family-member.entity.js';
import type { LinkKind, PersonalChannel } from '../notifications/outbox-message.entity.js';
import { Outbox } from '../notifications/outbox.js';
import { lookOf } from '../../platform/pages/look.js';
import { Clock, DAY, SECOND } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import type { AddedIdentifier, Delivery, LinkRequest, LinkView, UsedLink } from './link-shapes.js';
import { endOfLink, LINK_KINDS } from './link-kinds.js';
import { STANDS } from './link-sql.js';
import { MailedLink, type LinkEnd } from './mailed-link.entity.js';

/** Shown in place of a client that was deleted, or that there is none. */
const serviceName = (): string => lookOf(null).name;
/** Requests of a client to an account: its signed-in user decides, as long as the client exists. */
export const PROPOSALS = ['confirmation', 'membership'] as const satisfies readonly LinkKind[];
export const RESEND_PAUSE_SECONDS = 300;
const SENT_A_DAY = 5;

/**
 * Invitations whose own time ran out by $2 (D89), and which no newer one of the account replaced. A node of 0.2 ends one
 * by moving its time: then it had less than it was given.
 */
const HAS_EXPIRED = `i.kind = 'invitation' AND i.used_at IS NULL AND i.expires_at <= $2
      AND i.expires_at - i.created_at >= interval '${LINK_KINDS.invitation.lifetimeMs} milliseconds'
      AND NOT EXISTS (SELECT FROM invitation n WHERE n.account_id = i.account_id AND n.kind = i.kind AND n.created_at > i.created_at)
      AND ${hasStatus('i.account_id', `'pending'`)} AND ${STANDS}`;
/** The client belongs to a room above this one, so it is named in SQL. */
const FIND = {
  name: 'mailed-link-find',
  text: `SELECT i.kind, i.account_id, i.identifier_id, i.new_type, i.new_value, i.family_id, i.client_id,
                i.created_at, i.expires_at, i.used_at, i.ended_by, ${personOf('i.account_id')} AS person,
                f.name AS family_name, coalesce(c.name, ${nameOf('i.invited_by')}) AS client_name, i.invited_by, i.invited_as,
                coalesce(c.is_disabled, i.invited_by IS NULL) AS is_client_gone, ${HAS_EXPIRED} AS has_expired, ${STANDS} AS stands
           FROM invitation i LEFT JOIN family f ON f.id = i.family_id LEFT JOIN client c ON c.id = i.client_id
          WHERE i.digest = $1`,
};
/** Whether there is one is decided by the same statement: the caller has locked the account. */
const RENEW = `INSERT INTO invitation (digest, kind, account_id, identifier_id, family_id, client_id, invited_by, invited_as, created_at, expires_at)
    SELECT $3, i.kind, i.account_id, i.identifier_id, i.family_id, i.client_id, i.invited_by, i.invited_as, $2, $4
      FROM invitation i WHERE i.digest = $1 AND ${HAS_EXPIRED} RETURNING kind`;
/** Locks the account of a link, and the family whose member sent it: what ends the link, or the sender's role, waits. */
const HOLD_ACCOUNT = lockedAccount('(SELECT account_id FROM invitation WHERE digest = $1)');
const HOLD_FAMILY = `SELECT id FROM family
  WHERE id = (SELECT family_id FROM invitation WHERE digest = $1 AND invited_as IS NOT NULL) FOR NO KEY UPDATE`;
/** Only the first use succeeds (D71). */
const USE = `UPDATE invitation i SET used_at = $2, ended_by = 'used'
    WHERE i.digest = $1 AND i.kind = ANY($3) AND i.used_at IS NULL AND i.expires_at > $2
      AND (i.kind <> ALL($4) OR i.invited_by IS NOT NULL OR EXISTS (SELECT FROM client c WHERE c.id = i.client_id AND NOT c.is_disabled))
      AND ${STANDS} AND ${hasStatus('i.account_id', `CASE i.kind WHEN 'invitation' THEN 'pending' ELSE 'active' END`)}
   RETURNING i.kind, i.account_id, i.identifier_id, i.new_type, i.new_value, i.family_id, i.member_type, i.invited_by`;

interface LinkRow {
  kind: LinkKind;
  account_id: Long;
  identifier_id: Long | null;
  new_type: AddedIdentifier['type'] | null;
  new_value: string | null;
  family_id: Long | null;
  invited_by: Long | null;
}

interface UsedRow extends LinkRow {
  member_type: MemberTypeValue | null;
}

interface Row extends LinkRow {
  client_id: Long | null;
  invited_as: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  ended_by: LinkEnd | null;
  person: Person;
  family_name: string | null;
  client_name: string | null;
  is_client_gone: boolean;
  has_expired: boolean;
  stands: boolean;
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
  ) {}

  /** Creates a link and its message in the caller's transaction; earlier links of its kind to the address end. */
  async issue(tx: Transaction, request: LinkRequest, { isSent = true, query }: Delivery = {}): Promise<void> {
    const { kind, accountId, identifierId, added, familyId, memberType, clientId, by } = request;
    const now = this.clock.now();
    await tx.query(
      `UPDATE invitation SET used_at = $4, ended_by = 'replaced' WHERE kind = $1 AND used_at IS NULL
          AND (identifier_id = $2 OR (account_id = $3 AND new_value = $5)) AND (kind <> 'membership' OR family_id = $6)`,
      [kind, identifierId, accountId, now, added?.value ?? null, familyId],
    );
    const token = randomSecret();
    const digest = digestOf(token);
    const [newType, newValue] = [added?.type ?? null, added?.value ?? null];
    const link = { digest, kind, accountId, identifierId, newType, newValue, familyId, memberType, clientId };
    await tx.insert(MailedLink, { ...link, ...by, createdAt: now, expiresAt: endOfLink(kind, now) });
    if (isSent) await this.deliver(tx, token, query);
  }

  /**
   * Sends an invitation whose own time ran out once more, to the same address (D89). The caller has locked the account: of
   * two at once the second finds the link of the first.
   * @returns false: it is no such invitation (any more)
   */
  async renew(tx: Transaction, token: string): Promise<boolean> {
    const [now, next] = [this.clock.now(), randomSecret()];
    const values = [digestOf(token), now, digestOf(next), endOfLink('invitation', now)];
    const made = await tx.query<unknown[]>(RENEW, values);
    if (made.length === 0) return false;
    await this.deliver(tx, next);
    return true;
  }

  /** Writes the message with the link to the address that it is for. */
  private async deliver(tx: Transaction, token: string, query?: string): Promise<void> {
    const [row] = await tx.query<Row[]>(FIND.text, [digestOf(token), this.clock.now()]);
    const { kind, account_id: accountId, person } = row;
    await this.outbox.add(tx, {
      kind,
      accountId,
      ...addressee(row),
      locale: person.locale ?? 'en',
      payload: {
        link: `${this.config.publicUrl}${LINK_KINDS[kind].path}/${token}${query === undefined ? '' : `?${query}`}`,
        name: person.name,
        familyName: row.family_name,
        clientName: row.client_name ?? serviceName(),
        clientId: row.client_id,
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
      endedAt: IsNull(),
      expiresAt: MoreThan(this.clock.now()),
    });
    return [...new Set(links.map(({ newValue }) => newValue as string))].sort();
  }

  /**
   * Uses the link up by one atomic statement, and confirms the address that it was sent to.
   * @returns the link's account, what it adds to it, and the address that it confirmed, unless it was confirmed before
   */
  async consume(tx: EntityManager, token: string, kinds: readonly LinkKind[]): Promise<UsedLink | null> {
    for (const hold of [HOLD_ACCOUNT, HOLD_FAMILY]) await tx.query(hold, [digestOf(token)]);
    const values = [digestOf(token), this.clock.now(), kinds, PROPOSALS];
    const [[row]] = await tx.query<[UsedRow[], number]>(USE, values);
    if (!row) return null;
    const { kind, account_id: accountId, identifier_id: identifierId, family_id: familyId } = row;
    const used = {
      kind,
      accountId,
      familyId,
      memberType: row.member_type ?? undefined,
      invitedBy: row.invited_by,
    };
    const { new_type: type, new_value: value } = row;
    if (type !== null && value !== null) return { ...used, added: { type, value }, confirmed: value };
    return { ...used, confirmed: identifierId === null ? null : await confirmIdentifier(tx, identifierId) };
  }

  /** Ends the link without effect. @returns its account; null: it had ended already */
  async decline(tx: EntityManager, token: string, kinds: readonly LinkKind[]): Promise<Long | null> {
    const now = this.clock.now();
    const open = { digest: digestOf(token), kind: In(kinds), endedAt: IsNull(), expiresAt: MoreThan(now) };
    const link = await tx.findOne(MailedLink, { where: open, lock: { mode: 'pessimistic_write' } });
    if (link) await tx.update(MailedLink, { digest: link.digest }, { endedAt: now, endedBy: 'declined' });
    return link?.accountId ?? null;
  }

  /** Ends the account's links of these kinds. @param values only those that would add one of these identifiers */
  async end(
    tx: EntityManager,
    accountId: Long,
    kinds: readonly LinkKind[],
    endedBy: LinkEnd,
    values?: readonly string[],
  ): Promise<number> {
    const which = {
      accountId,
      kind: In(kinds),
      endedAt: IsNull(),
      ...(values && { newValue: In([...values]) }),
    };
    return (await tx.update(MailedLink, which, { endedAt: this.clock.now(), endedBy })).affected ?? 0;
  }

  /**
   * At most one link of its kind (and family) to an address within five minutes, five a day; and five a day in all to
   * addresses that the account does not have yet. After five, one more once the last has run out: strangers who ask again
   * and again keep nobody from a link that works. The caller holds a lock on the account, or two concurrent requests
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
    const lastOf = (links: readonly MailedLink[]): number =>
      Math.max(0, ...links.map(({ createdAt }) => createdAt.getTime()));
    if (now - lastOf(isToSame) < RESEND_PAUSE_SECONDS * SECOND) return true;
    const last = lastOf(kind === 'reset' ? sent.filter(({ endedAt }) => endedAt === null) : sent);
    return sent.length >= SENT_A_DAY && now - last < LINK_KINDS[kind].lifetimeMs;
  }

  private async find(token: string, kinds: readonly LinkKind[]): Promise<Row | null> {
    const [row] = await this.database.query<Row>(FIND, [digestOf(token), this.clock.now()]);
    return row && kinds.includes(row.kind) ? row : null;
  }

  private toView(row: Row): LinkView {
    const { person } = row;
    return {
      kind: row.kind,
      accountId: row.account_id,
      createdAt: row.created_at,
      state: this.stateOf(row),
      name: person.name,
      locale: person.locale,
      value: subjectOf(row).value,
      own: person.identifiers.flatMap(({ value, normalized }) => [value, normalized]),
      familyId: row.family_id,
      familyName: row.family_name,
      clientName: row.client_name ?? serviceName(),
      ofClient: row.client_id,
    };
  }

  private stateOf(row: Row): LinkView['state'] {
    const { kind, used_at: endedAt, ended_by: endedBy, expires_at: expiresAt } = row;
    const { status } = row.person;
    const isUsed = endedAt !== null && (endedBy ?? 'used') === 'used';
    if (isUsed || (kind === 'invitation' && status === 'active')) return 'used';
    if (status === 'disabled') return 'closed';
    if (endedAt === null && expiresAt > this.clock.now() && !isWithdrawn(row)) return 'open';
    return row.has_expired ? 'expired' : 'over';
  }
}

/** Whether the client or family of a proposal was deleted, or the member who sent a link may give no longer what it gives. */
function isWithdrawn({ kind, is_client_gone: isClientGone, family_id: familyId, stands }: Row): boolean {
  if (!stands) return true;
  if (kind === 'membership') return isClientGone || familyId === null;
  return kind === 'confirmation' && isClientGone;
}

/** The identifier that the link is about: one of the account's, or one that it would get. */
function subjectOf({ identifier_id: id, new_type: type, new_value: value, person }: Row): Subject {
  const own = person.identifiers.find((identifier) => identifier.id === id);
  return own ?? { type: type as IdentifierType, value: value as string, normalized: value as string };
}

type Subject = Omit<Person['identifiers'][number], 'id'>;

/**
 * Where a message about this identifier is sent; a login has no channel: an administrator hands the link over (D25).
 */
function addressee(row: Row): { channel: PersonalChannel; recipient: string } {
  const { type, normalized } = subjectOf(row);
  if (type === 'Email') return { channel: 'email', recipient: normalized };
  if (type === 'Msisdn') return { channel: 'sms', recipient: normalized };
  return { channel: 'handover', recipient: '' };
}
