import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, MoreThan, Repository, type EntityManager } from 'typeorm';
import { confirmIdentifier, isPhoneNumber } from '../accounts/account-identifiers.js';
import { readableEmail } from '../accounts/email-address.js';
import { noteRead } from '../accounts/address-standing.js';
import type { Rank } from '../ways-in/youth.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { LinkKind } from '../notifications/outbox-message.entity.js';
import { Outbox } from '../notifications/outbox.js';
import { Clock, DAY, SECOND } from '../../platform/security/clock.js';
import { digestOf, randomSecret, randomShortSecret } from '../../platform/security/secrets.js';
import type { Delivery, InvitationBeside, LinkRequest, LinkView, Use, UsedLink } from './link-shapes.js';
import { endOfLink, LINK_PAGES, type StoppingKind } from './link-kinds.js';
import { addresseeOf, isByMember, membershipOf, senderOf, shownAs, linkViewOf } from './link-row.js';
import type { JoiningRow, LinkRow, UsedRow } from './link-row.js';
import { ACCEPT_SENT, FIND, FIND_BESIDE, HOLD_ACCOUNT, HOLD_FAMILIES } from './link-sql.js';
import { RENEW, USE, USE_BESIDE } from './link-sql.js';
import type { LinkEnd } from './link-ends.js';
import { linksUpTo, rankOfLink } from './link-rank.js';
import { MailedLink } from './mailed-link.entity.js';

/** Requests of a client to an account: its signed-in user decides, as long as the client exists. */
export const PROPOSALS = ['confirmation', 'membership'] as const satisfies readonly LinkKind[];
/** Kinds of which an address may have one link for each family. */
const OF_FAMILY: readonly LinkKind[] = ['membership', 'handOver'];
export const RESEND_PAUSE_SECONDS = 300;
const SENT_A_DAY = 5;

/** Limits which links end. */
interface EndingLinks {
  readonly values?: readonly string[];
  readonly familyId?: Long;
  readonly signInIds?: readonly Long[] | null;
  readonly upTo?: Rank | null;
}

/** What decides about the length of a token. */
interface TokenOf extends Pick<LinkRequest, 'identifierId' | 'added'> {
  readonly newType?: string | null;
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

  /**
   * Creates a link and its message in the caller's transaction; earlier links of its kind to the address end.
   * @returns when it expires
   */
  async issue(
    tx: Transaction,
    request: LinkRequest,
    { isSent = true, isHandedOver = false, ...how }: Delivery = {},
  ): Promise<Date> {
    const { kind, accountId, identifierId, added, familyId, memberType, clientId, by, signInId } = request;
    const now = this.clock.now();
    await tx.query(
      `UPDATE invitation SET used_at = $4, ended_by = 'replaced' WHERE kind = $1 AND used_at IS NULL
          AND (identifier_id = $2 OR (account_id = $3 AND new_value = $5)) AND (kind <> ALL($7) OR family_id = $6)`,
      [kind, identifierId, accountId, now, added?.value ?? null, familyId, OF_FAMILY],
    );
    const token = await this.newToken(tx, request);
    const digest = digestOf(token);
    const [newType, newValue] = [added?.type ?? null, added?.value ?? null];
    const link = { digest, kind, accountId, identifierId, newType, newValue, familyId, memberType, clientId };
    const expiresAt = endOfLink(kind, now);
    await tx.insert(MailedLink, { ...link, ...by, signInId, isHandedOver, createdAt: now, expiresAt });
    if (isSent) await this.deliver(tx, token, how);
    return expiresAt;
  }

  /**
   * Sends an expired invitation again, to the same address (D89). The caller has locked the account: of two concurrent
   * requests the second finds the link of the first.
   * @returns false: it is no such invitation (any more)
   */
  async renew(tx: Transaction, token: string, how: Pick<Delivery, 'textBy'> = {}): Promise<boolean> {
    const last = await tx.findOneBy(MailedLink, { digest: digestOf(token) });
    if (!last) return false;
    const [now, next] = [this.clock.now(), await this.newToken(tx, last)];
    const values = [digestOf(token), now, digestOf(next), endOfLink('invitation', now)];
    const made = await tx.query<unknown[]>(RENEW, values);
    if (made.length === 0) return false;
    await this.deliver(tx, next, how);
    return true;
  }

  /** Makes a token; a shorter one for a phone number, so that its message fits two segments (D369). */
  private async newToken(tx: EntityManager, { added, newType, identifierId: id }: TokenOf): Promise<string> {
    const isPhone = (added?.type ?? newType) === 'Msisdn' || (id !== null && (await isPhoneNumber(tx, id)));
    return isPhone ? randomShortSecret() : randomSecret();
  }

  /** Writes the message with the link to the address that it is for. */
  private async deliver(
    tx: Transaction,
    token: string,
    { query, textBy }: Pick<Delivery, 'query' | 'textBy'>,
  ): Promise<void> {
    const [row] = await tx.query<LinkRow[]>(FIND.text, [digestOf(token), this.clock.now()]);
    const { accountId, person, familyName, clientId, familyId } = row;
    const to = addresseeOf(row);
    // In a text message it would need a third segment: after choosing a password, the person signs in to the
    // application again.
    const isWithQuery = query !== undefined && to.channel !== 'sms';
    const kind = shownAs(row);
    await this.outbox.add(tx, {
      kind,
      accountId,
      ...to,
      locale: person.locale ?? 'en',
      payload: {
        link: `${this.config.publicUrl}${LINK_PAGES[kind].path}/${token}${isWithQuery ? `?${query}` : ''}`,
        name: person.name,
        familyName,
        clientName: senderOf(row),
        isByMember: isByMember(row),
        clientId,
        familyId,
        endsAt: row.expiresAt.toISOString(),
        textBy,
      },
    });
  }

  /** Countries that text messages go to; null: all (D368). */
  get textCountries(): readonly string[] | null {
    return this.config.smsCountries;
  }

  /** The page of a link; for an unknown link, a page that says so. */
  async pathOf(token: string): Promise<string> {
    const [row] = await this.rowsOf(token);
    return `${LINK_PAGES[row ? shownAs(row) : 'invitation'].path}/${encodeURIComponent(token)}`;
  }

  /** A GET may repeat: nothing is consumed (D71). */
  async look(token: string, kinds: readonly LinkKind[]): Promise<LinkView | null> {
    const [row] = await this.rowsOf(token);
    return row && kinds.includes(row.kind) ? linkViewOf(row, this.clock.now()) : null;
  }

  /** Unconfirmed addresses that pending links would add to the account. */
  async waiting(accountId: Long): Promise<string[]> {
    const links = await this.links.findBy({
      accountId,
      kind: In(['addition', 'confirmation']),
      endedAt: IsNull(),
      expiresAt: MoreThan(this.clock.now()),
    });
    return [...new Set(links.map(({ newValue }) => readableEmail(newValue as string)))].sort();
  }

  /** Members' pending invitations to the address that the link was sent to, which may be accepted with it (D311). */
  beside(token: string): Promise<InvitationBeside[]> {
    const values = [digestOf(token), this.clock.now()];
    return this.database.query<InvitationBeside & Record<string, unknown>>(FIND_BESIDE, values);
  }

  /**
   * Uses the link up by one atomic statement, and confirms the address that it was sent to, whose owner showed that
   * they read it. An invitation completes a pending account; any other link belongs to an active one. A link that was
   * handed over proves no address: it only confirms a login (D345).
   * @returns the link's account, what it adds, and the address that it confirmed, unless that was confirmed before
   */
  async consume(
    tx: EntityManager,
    token: string,
    kinds: readonly LinkKind[],
    { beside = [], proves }: Use = {},
  ): Promise<UsedLink | null> {
    const [digest, now] = [digestOf(token), this.clock.now()];
    const others = beside.map((each) => Buffer.from(each, 'hex'));
    await tx.query(HOLD_ACCOUNT, [digest]);
    await tx.query(HOLD_FAMILIES, [[digest, ...others]]);
    const status = kinds.includes('invitation') ? 'pending' : 'active';
    const [[row]] = await tx.query<[UsedRow[], number]>(USE, [digest, now, kinds, PROPOSALS, status]);
    if (!row) return null;
    const [along] =
      others.length === 0 ? [[]] : await tx.query<[JoiningRow[], number]>(USE_BESIDE, [digest, now, others]);
    const rows = [row, ...along];
    const sent = rows.flatMap(({ sentId }) => sentId ?? []);
    if (sent.length > 0) await tx.query(ACCEPT_SENT, [sent, now]);
    const { kind, accountId, identifierId, familyId, newType: type, newValue: value, isHandedOver } = row;
    const made = { at: now, signInId: row.signInId };
    const joins = rows.flatMap((each) => membershipOf(each) ?? []);
    const used = { kind, accountId, identifierId, familyId, made, rank: 1, joins } as const;
    if (type !== null && value !== null) return { ...used, added: { type, value }, confirmed: value };
    if (identifierId === null || proves === null) return { ...used, confirmed: null };
    const how = isHandedOver ? { type: 'Login' as const } : { readAt: now, isLate: status === 'active' };
    const confirmed = await confirmIdentifier(tx, identifierId, { normalized: proves, ...how });
    if (!isHandedOver) await noteRead(tx, accountId, identifierId, now, proves);
    return { ...used, confirmed, rank: await rankOfLink(tx, { accountId, identifierId, isHandedOver }, now) };
  }

  /** Notes that the address is read: a person used the link that was sent there, which stays open. */
  async noteUse(tx: EntityManager, token: string): Promise<void> {
    const link = await tx.findOneBy(MailedLink, { digest: digestOf(token) });
    if (link?.identifierId) await noteRead(tx, link.accountId, link.identifierId, this.clock.now());
  }

  /** Ends the link without effect. @returns its account; null: it had ended already */
  async decline(tx: EntityManager, token: string, kinds: readonly LinkKind[]): Promise<Long | null> {
    const now = this.clock.now();
    const open = { digest: digestOf(token), kind: In(kinds), endedAt: IsNull(), expiresAt: MoreThan(now) };
    const link = await tx.findOne(MailedLink, { where: open, lock: { mode: 'pessimistic_write' } });
    if (link) await tx.update(MailedLink, { digest: link.digest }, { endedAt: now, endedBy: 'declined' });
    return link?.accountId ?? null;
  }

  /**
   * Ends the account's links of these kinds.
   * @param only.values links that would add one of these identifiers; @param only.signInIds links that were asked for
   *     in one of these sign-ins; null, or left out: in any; @param only.familyId links of this family; @param
   *     only.upTo links to identifiers of the account that prove at most this
   */
  async end(
    tx: EntityManager,
    accountId: Long,
    kinds: readonly (LinkKind | StoppingKind)[],
    endedBy: LinkEnd,
    { values, familyId, signInIds = null, upTo = null }: EndingLinks = {},
  ): Promise<number> {
    const which = {
      accountId,
      kind: In(kinds),
      endedAt: IsNull(),
      ...(values && { newValue: In([...values]) }),
      ...(signInIds && { signInId: In([...signInIds]) }),
      ...(familyId !== undefined && { familyId }),
    };
    const endedAt = this.clock.now();
    const weak = await linksUpTo(tx, accountId, upTo, endedAt);
    const ended = weak.map((condition) => ({ ...which, ...condition }));
    return (await tx.update(MailedLink, ended, { endedAt, endedBy })).affected ?? 0;
  }

  /**
   * Allows one link of its kind (and family) to an address within five minutes, five a day; and five a day in all to
   * addresses that the account does not have yet. After five, allows one more once the last has expired: strangers who
   * ask again and again can't keep the owner from a link that works. Links for a recovery that were sent before a new
   * password was chosen by a link don't count: otherwise a thief with the old password could keep the owner from a
   * recovery. The caller holds a lock on the account, or two concurrent requests would both pass.
   */
  async isSentTooOften(tx: EntityManager, request: LinkRequest): Promise<boolean> {
    const { kind, accountId, identifierId, added, familyId } = request;
    const now = this.clock.millis();
    const since = kind === 'recovery' ? Math.max(now - DAY, await this.chosenAt(tx, accountId)) : now - DAY;
    const recent = { kind, createdAt: MoreThan(new Date(since)) };
    const where = [{ ...recent, identifierId: IsNull(), accountId }];
    const sent = await tx.findBy(
      MailedLink,
      identifierId === null ? where : [...where, { ...recent, identifierId }],
    );
    const isToSame = sent.filter(
      (link) =>
        link.newValue === (added?.value ?? null) && (!OF_FAMILY.includes(kind) || link.familyId === familyId),
    );
    const lastOf = (links: readonly MailedLink[]): number =>
      Math.max(0, ...links.map(({ createdAt }) => createdAt.getTime()));
    if (now - lastOf(isToSame) < RESEND_PAUSE_SECONDS * SECOND) return true;
    const last = lastOf(kind === 'reset' ? sent.filter(({ endedAt }) => endedAt === null) : sent);
    return sent.length >= SENT_A_DAY && now - last < LINK_PAGES[kind].lifetimeMs;
  }

  /** When a link last chose a new password, in milliseconds since the epoch; 0: never. */
  private async chosenAt(tx: EntityManager, accountId: Long): Promise<number> {
    const used = { accountId, kind: 'reset', endedBy: 'used' } as const;
    const last = await tx.findOne(MailedLink, { where: used, order: { endedAt: 'DESC' } });
    return last?.endedAt?.getTime() ?? 0;
  }

  private rowsOf(token: string): Promise<LinkRow[]> {
    const values = [digestOf(token), this.clock.now()];
    return this.database.query<LinkRow & Record<string, unknown>>(FIND, values);
  }
}
