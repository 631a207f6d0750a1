import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Not, type EntityManager } from 'typeorm';
import { hasStatus, nameOf } from '../accounts/account-sql.js';
import { holdFamily } from '../families/family-statements.js';
import { lockAccount } from '../accounts/account-statements.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import type { OpenInvitation } from './link-shapes.js';
import { SENDER_MAY } from './link-sql.js';
import { MailedLink, type LinkEnd } from './mailed-link.entity.js';

const OPEN = {
  name: 'family-invitations',
  text: `SELECT encode(i.digest, 'hex') AS digest, i.invited_by AS "inviterId", i.invited_as AS "invitedAs", ${nameOf('i.invited_by')} AS "inviterName", i.expires_at AS "expiresAt"
           FROM invitation i WHERE i.family_id = $1 AND i.invited_by IS NOT NULL AND i.used_at IS NULL AND i.expires_at > $2
          ORDER BY i.created_at DESC LIMIT 100`,
};
/** An account that was made for an invitation of a member, and whose invitations are all over. */
const NEVER_COMPLETED = `i.invited_as IS NOT NULL AND i.kind = 'invitation' AND (i.used_at IS NULL OR i.ended_by <> 'used')
            AND (i.used_at IS NOT NULL OR i.expires_at <= $1)
            AND ${hasStatus('i.account_id', `'pending'`)}
            AND NOT EXISTS (SELECT FROM invitation o WHERE o.account_id = i.account_id
                             AND ((o.used_at IS NULL AND o.expires_at > $1) OR o.invited_as IS NULL))`;
const END_UNENTITLED = `UPDATE invitation i SET used_at = $3, ended_by = 'role'
    WHERE i.invited_by = $1 AND i.family_id = $2 AND i.used_at IS NULL AND NOT ${SENDER_MAY}`;
const FIND_NEVER_COMPLETED = {
  name: 'invited-never-completed',
  text: `SELECT DISTINCT i.account_id AS id FROM invitation i WHERE ${NEVER_COMPLETED} LIMIT 100`,
};

/** Links that members of a family sent (D236). */
@Injectable()
export class MemberLinks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Invitations to the family that nobody accepted yet. */
  openOf(familyId: Long): Promise<OpenInvitation[]> {
    const values = [familyId, this.clock.now()];
    return this.database.query<OpenInvitation & Record<string, unknown>>(OPEN, values);
  }

  /**
   * Ends one invitation of a member. Another one to the same person stays, under whatever address: that they are one person
   * is nobody's business. Locks the account.
   * @param by whose it has to be; null: any member's
   * @returns null: there is no such open invitation (any more)
   */
  async withdraw(
    tx: EntityManager,
    familyId: Long,
    digest: Buffer,
    by: Long | null,
  ): Promise<Pick<MailedLink, 'accountId' | 'kind'> | null> {
    const now = this.clock.now();
    const invitedBy = by ?? Not(IsNull());
    const open = { digest, familyId, invitedBy, endedAt: IsNull(), expiresAt: MoreThan(now) };
    const link = await tx.findOneBy(MailedLink, open);
    if (!link) return null;
    await lockAccount(tx, link.accountId); // before the family, as everywhere, and the family before the link
    await holdFamily(tx, familyId);
    const { affected } = await tx.update(MailedLink, open, { endedAt: now, endedBy: 'withdrawn' });
    return affected === 1 ? link : null; // else it was accepted in the meantime
  }

  /** Ends what a member sent and may not give any more. @returns how many there were */
  async endUnentitled(tx: EntityManager, familyId: Long, accountId: Long): Promise<number> {
    const [, ended] = await tx.query<[unknown, number]>(END_UNENTITLED, [
      accountId,
      familyId,
      this.clock.now(),
    ]);
    return ended;
  }

  /** Ends all that a member sent, in the transaction of a remedy. @returns how many there were */
  async endSentBy(tx: EntityManager, accountId: Long, endedBy: LinkEnd): Promise<number> {
    const sent = { invitedBy: accountId, endedAt: IsNull() };
    return (await tx.update(MailedLink, sent, { endedAt: this.clock.now(), endedBy })).affected ?? 0;
  }

  /** Accounts that were made for an invitation by a member, which nobody accepted in time. */
  async neverCompleted(): Promise<Long[]> {
    const rows = await this.database.query<{ id: Long }>(FIND_NEVER_COMPLETED, [this.clock.now()]);
    return rows.map(({ id }) => id);
  }

  /** Whether it still is one of them; the caller holds the account. */
  async isNeverCompleted(tx: EntityManager, accountId: Long): Promise<boolean> {
    const text = `SELECT 1 FROM invitation i WHERE i.account_id = $2 AND ${NEVER_COMPLETED} LIMIT 1`;
    return (await tx.query<unknown[]>(text, [this.clock.now(), accountId])).length === 1;
  }
}
