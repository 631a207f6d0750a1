import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, type EntityManager } from 'typeorm';
import { nameOf } from '../accounts/account-sql.js';
import { mayGive } from '../families/family-sql.js';
import { holdFamily } from '../families/family-statements.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { isReached } from '../sign-ins/sign-in-sql.js';
import { ALL, valuesOfReach, type Reach } from '../ways-in/youth.js';
import { endOfLink } from './link-kinds.js';
import type { OpenInvitation } from './link-shapes.js';
import { SENDER_MAY } from './link-sql.js';
import type { LinkEnd } from './link-ends.js';
import { SentInvitation } from './sent-invitation.entity.js';

const OPEN = {
  name: 'family-invitations',
  text: `SELECT r.id::text, r.invited_by AS "inviterId", r.invited_as AS "invitedAs", ${nameOf('r.invited_by')} AS "inviterName", r.expires_at AS "expiresAt"
           FROM sent_invitation r WHERE r.family_id = $1 AND r.ended_at IS NULL AND r.expires_at > $2
          ORDER BY r.created_at DESC, r.id DESC LIMIT 100`,
};
const SENT_BY = {
  name: 'invitations-sent-by',
  text: `SELECT r.id::text, r.invited_as AS "invitedAs", r.family_id::text AS "familyId", f.name AS "familyName",
                r.created_at AS "createdAt", r.sign_in_id::text AS "signInId"
           FROM sent_invitation r JOIN family f ON f.id = r.family_id
          WHERE r.invited_by = $1 AND r.ended_at IS NULL AND r.expires_at > $2
          ORDER BY r.created_at DESC, r.id DESC LIMIT 100`,
};
const REPLACE = `UPDATE sent_invitation SET ended_at = $3, ended_by = 'replaced'
    WHERE family_id = $1 AND address = $2 AND ended_at IS NULL RETURNING id`;
/** Assigns the links of a replaced invitation to the new one, until one is sent for it. */
const TAKE_LINKS = `UPDATE invitation SET sent_id = $2, invited_by = $3, invited_as = $4, member_type = $5
    WHERE sent_id = ANY($1) AND used_at IS NULL`;
const END_LINKS = `UPDATE invitation SET used_at = $2, ended_by = $3 WHERE sent_id = $1 AND used_at IS NULL`;
/** Also ends links whose sent invitation is no longer kept. */
const END_LINKS_OF = `UPDATE invitation i SET used_at = $2, ended_by = $3
    WHERE i.invited_by = $1 AND i.used_at IS NULL AND ($4::bigint IS NULL OR i.family_id = $4 AND NOT ${SENDER_MAY})
      AND ${isReached(5, 'i.created_at', '(SELECT r.sign_in_id FROM sent_invitation r WHERE r.id = i.sent_id)')}`;
const END_OF = `UPDATE sent_invitation r SET ended_at = $2, ended_by = $3
    WHERE r.invited_by = $1 AND r.ended_at IS NULL
      AND ($4::bigint IS NULL OR r.family_id = $4 AND NOT ${mayGive('r.invited_by', 'r.family_id', 'r.member_type', 'NULL')})
      AND ${isReached(5, 'r.created_at', 'r.sign_in_id')}`;

/** An invitation that an account sent. */
interface SentTo extends Pick<SentInvitation, 'id' | 'invitedAs' | 'createdAt' | 'signInId'> {
  readonly familyId: Long;
  readonly familyName: string;
}

/** An invitation that a member sends. */
export interface Sending extends Pick<SentInvitation, 'invitedAs' | 'address' | 'memberType'> {
  readonly id: Long;
  readonly familyId: Long;
  readonly invitedBy: Long;
}

/**
 * What members of families sent, as their families see it (D312): only the family and acceptance change it. It does not
 * tell whether the address has an account, or what became of the links.
 */
@Injectable()
export class SentInvitations {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Adds an invitation, which replaces an earlier one of the family to the address. The caller holds the family. */
  async add(
    tx: EntityManager,
    sent: Omit<Sending, 'id'> & { readonly signInId: Long | null },
  ): Promise<Long> {
    const { familyId, address, invitedBy, invitedAs, memberType } = sent;
    const now = this.clock.now();
    const [replaced] = await tx.query<[{ id: Long }[], number]>(REPLACE, [familyId, address, now]);
    const row = { ...sent, createdAt: now, expiresAt: endOfLink('invitation', now) } as SentInvitation;
    await tx.insert(SentInvitation, row);
    const before = replaced.map(({ id }) => id);
    if (before.length > 0) await tx.query(TAKE_LINKS, [before, row.id, invitedBy, invitedAs, memberType]);
    return row.id;
  }

  /** Invitations of a family that nobody has accepted yet. */
  openOf(familyId: Long): Promise<OpenInvitation[]> {
    const values = [familyId, this.clock.now()];
    return this.database.query<OpenInvitation & Record<string, unknown>>(OPEN, values);
  }

  /** Invitations that an account sent and nobody has accepted yet, the newest first. */
  sentBy(accountId: Long): Promise<SentTo[]> {
    return this.database.query<SentTo & Record<string, unknown>>(SENT_BY, [accountId, this.clock.now()]);
  }

  /** Withdraws an invitation for its sender. The caller holds the account. */
  async endSent(tx: EntityManager, accountId: Long, id: Long): Promise<boolean> {
    const sent = await tx.findOneBy(SentInvitation, { id, invitedBy: accountId });
    const familyId = sent?.familyId ?? null;
    if (familyId === null) return false;
    await holdFamily(tx, familyId);
    return this.withdraw(tx, familyId, id, accountId);
  }

  /** The member who sent it; null: there is no such invitation of the family, or the account is gone. */
  async senderOf(tx: EntityManager, familyId: Long, id: Long): Promise<Long | null> {
    return (await tx.findOneBy(SentInvitation, { id, familyId }))?.invitedBy ?? null;
  }

  /**
   * Withdraws an invitation and ends its links. Another invitation to the same person at another address stays: nothing
   * tells the family that it is one person. The caller holds the family.
   * @param by the member who must have sent it; null: any member
   * @returns whether there was such an open invitation
   */
  async withdraw(tx: EntityManager, familyId: Long, id: Long, by: Long | null): Promise<boolean> {
    const open = { id, familyId, endedAt: IsNull(), expiresAt: MoreThan(this.clock.now()) };
    const end = { endedAt: this.clock.now(), endedBy: 'withdrawn' } as const;
    const { affected } = await tx.update(
      SentInvitation,
      by === null ? open : { ...open, invitedBy: by },
      end,
    );
    if (affected !== 1) return false;
    await tx.query(END_LINKS, [id, end.endedAt, end.endedBy]);
    return true;
  }

  /** Ends the invitation of a link that an administrator withdrew. */
  async withdrawn(tx: EntityManager, id: Long): Promise<void> {
    const end = { endedAt: this.clock.now(), endedBy: 'withdrawn' } as const;
    await tx.update(SentInvitation, { id, endedAt: IsNull() }, end);
  }

  /**
   * Ends what a member sent, in the caller's transaction.
   * @param only.familyId only what the member may not give any more in this family; left out: all
   * @param only.reach only what a remedy reaches
   * @returns how many links there were
   */
  async endSentBy(
    tx: EntityManager,
    accountId: Long,
    endedBy: LinkEnd,
    { familyId = null, reach = ALL }: { readonly familyId?: Long | null; readonly reach?: Reach },
  ): Promise<number> {
    const values = [accountId, this.clock.now(), endedBy, familyId, ...valuesOfReach(reach)];
    await tx.query(END_OF, values);
    const [, ended] = await tx.query<[unknown, number]>(END_LINKS_OF, values);
    return ended;
  }
}
