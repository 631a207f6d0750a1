import { Injectable } from '@nestjs/common';
import { MemberType } from '../../identity/families/family-member.entity.js';
import { roleIn } from '../../identity/families/family-members.js';
import { holdFamily } from '../../identity/families/family-statements.js';
import { SentInvitations } from '../../identity/mailed-links/sent-invitations.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import type { ActingUser } from '../frame/by-user.js';

/**
 * Members withdraw invitations (D260): the founder any of a member, an administrator those of their own. An account that was
 * made for it goes with the next clean-up, as when nobody accepts it in time (D236): here its deletion would take longer.
 */
@Injectable()
export class WithdrawnInvitations {
  constructor(
    private readonly database: Database,
    private readonly sent: SentInvitations,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @returns whether there was such an open invitation, and its reader may withdraw it
   * @throws SignInRequired when the session has ended
   */
  async withdraw(by: ActingUser, familyId: Long, invitationId: string): Promise<boolean> {
    if (!isLong(invitationId)) return false;
    const { accountId, address } = by;
    return this.database.transaction(async (tx) => {
      await holdSignIn(tx, by, 'SHARE');
      await holdFamily(tx, familyId);
      const role = await roleIn(tx, familyId, accountId);
      if (role === null || role < MemberType.administrator) return false;
      const sender = role === MemberType.founder ? null : accountId;
      if (!(await this.sent.withdraw(tx, familyId, invitationId, sender))) return false;
      const target = `family:${familyId}`;
      const event = { action: 'family.invitation-withdrawn', outcome: 'ok', target } as const;
      await this.audit.record({ ...event, accountId, address }, tx);
      return true;
    });
  }
}
