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
/** Links of what was replaced are of the new one, as long as none is sent for it. */
const TAKE_LINKS = `UPDATE invitation SET sent_id = $2, invited_by = $3, invited_as = $4, member_type = $5
    WHERE sent_id = ANY($1) AND used_at IS NULL`;
const END_LINKS = `UPDATE invitation SET used_at = $2, ended_by = $3 WHERE sent_id = $1 AND used_at IS NULL`;
/** Also those whose sender's record is gone. */
const END_LINKS_OF = `UPDATE invitation i SET used_at = $2, ended_by = $3
    WHERE i.invited_by = $1 AND i.used_at IS NULL AND ($4::bigint IS NULL OR i.family_id = $4 AND NOT ${SENDER_MAY})
      AND ${isReached(5, 'i.created_at', '(SELECT r.sign_in_id FROM sent_invitation r WHERE r.id = i.sent_id)')}`;
const END_OF = `UPDATE sent_invitation r SET ended_at = $2, ended_by = $3
    WHERE r.invited_by = $1 AND r.ended_at IS NULL
      AND ($4::bigint IS NULL OR r.family_id = $4 AND NOT ${mayGive('r.invited_by', 'r.family_id', 'r.member_type', 'NULL')})
      AND ${isReached(5, 'r.created_at', 'r.sign_in_id')}`;

/** One that an account sent. */
interface SentTo extends Pick<SentInvitation, 'id' | 'invitedAs' | 'createdAt' | 'signInId'> {
  readonly familyId: Long;
  readonly familyName: string;
}

/** What a member sends. */
export interface Sending extends Pick<SentInvitation, 'invitedAs' | 'address' | 'memberType'> {
  readonly id: Long;
  readonly familyId: Long;
  readonly invitedBy: Long;
}

/**
 * What members of families sent, as their families see it (D312): only what the family does changes it, and acceptance.
 * Whether the address has an account, and what became of the links, is not in it.
 */
@Injectable()
export class SentInvitations {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** In place of what the family sent to the address before. The caller holds the family. */
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

  /** Those that nobody accepted yet. */
  openOf(familyId: Long): Promise<OpenInvitation[]> {
    const values = [familyId, this.clock.now()];
    return this.database.query<OpenInvitation & Record<string, unknown>>(OPEN, values);
  }

  /** What an account sent that nobody accepted yet, the newest first. */
  sentBy(accountId: Long): Promise<SentTo[]> {
    return this.database.query<SentTo & Record<string, unknown>>(SENT_BY, [accountId, this.clock.now()]);
  }

  /** Ends one of what an account sent, as its sender withdraws it. The caller holds the account. */
  async endSent(tx: EntityManager, accountId: Long, id: Long): Promise<boolean> {
    const sent = await tx.findOneBy(SentInvitation, { id, invitedBy: accountId });
    const familyId = sent?.familyId ?? null;
    if (familyId === null) return false;
    await holdFamily(tx, familyId);
    return this.withdraw(tx, familyId, id, accountId);
  }

  isOpen(tx: EntityManager, id: Long): Promise<boolean> {
    return tx.existsBy(SentInvitation, { id, endedAt: IsNull() });
  }

  /**
   * Ends one, with its links. Another one to the same person stays, under whatever address: that they are one person is
   * nobody's business. The caller holds the family.
   * @param by whose it has to be; null: any member's
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

  /** Ends the one that a link was of, as an administrator withdrew it. */
  async withdrawn(tx: EntityManager, id: Long): Promise<void> {
    const end = { endedAt: this.clock.now(), endedBy: 'withdrawn' } as const;
    await tx.update(SentInvitation, { id, endedAt: IsNull() }, end);
  }

  /** Ends what a member sent and may not give any more. */
  async endUnentitled(tx: EntityManager, familyId: Long, accountId: Long): Promise<void> {
    await this.endOf(tx, accountId, 'role', familyId);
  }

  /** Ends what a member sent, as far as a remedy reaches, in its transaction. @returns how many links there were */
  endSentBy(tx: EntityManager, accountId: Long, endedBy: LinkEnd, reach: Reach): Promise<number> {
    return this.endOf(tx, accountId, endedBy, null, reach);
  }

  private async endOf(
    tx: EntityManager,
    accountId: Long,
    endedBy: LinkEnd,
    familyId: Long | null,
    reach: Reach = ALL,
  ): Promise<number> {
    const values = [accountId, this.clock.now(), endedBy, familyId, ...valuesOfReach(reach)];
    await tx.query(END_OF, values);
    const [, ended] = await tx.query<[unknown, number]>(END_LINKS_OF, values);
    return ended;
  }
}
