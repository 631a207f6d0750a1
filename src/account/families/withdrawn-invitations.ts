import { Injectable } from '@nestjs/common';
import { AccountService } from '../../identity/accounts/account.service.js';
import { MemberType } from '../../identity/families/family-member.entity.js';
import { roleIn } from '../../identity/families/family-members.js';
import { FamilyService } from '../../identity/families/family.service.js';
import { MemberLinks } from '../../identity/mailed-links/member-links.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import type { Change } from './family-notices.js';

const DIGEST = /^[\da-f]{64}$/;

/**
 * Members withdraw invitations (D260): the founder any of a member, an administrator those of their own. What the invitation
 * made goes with it, as when nobody accepts it in time (D236).
 */
@Injectable()
export class WithdrawnInvitations {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly families: FamilyService,
    private readonly links: MemberLinks,
    private readonly audit: AuditLog,
  ) {}

  /** @returns whether there was such an open invitation, and its reader may withdraw it */
  async withdraw(change: Change, digest: string): Promise<boolean> {
    if (!DIGEST.test(digest)) return false;
    const { familyId, accountId, address } = change;
    return this.database.transaction(async (tx) => {
      const role = await roleIn(tx, familyId, accountId);
      if (role === null || role < MemberType.administrator) return false;
      const by = role === MemberType.founder ? null : accountId;
      const withdrawn = await this.links.withdraw(tx, familyId, Buffer.from(digest, 'hex'), by);
      if (withdrawn === null) return false;
      const target = `family:${familyId}`;
      const event = { action: 'family.invitation-withdrawn', outcome: 'ok', target } as const;
      await this.audit.record({ ...event, accountId, address }, tx);
      // Only one without an account is a member before accepting.
      if (withdrawn.kind === 'invitation') await this.removeInvited(tx, familyId, withdrawn.accountId);
      return true;
    });
  }

  private async removeInvited(tx: Transaction, familyId: Long, invitedId: Long): Promise<void> {
    await this.families.removeMember(tx, familyId, invitedId);
    if (!(await this.links.isNeverCompleted(tx, invitedId))) return; // somebody else invited this person too
    await this.accounts.remove(tx, invitedId);
    const event = { action: 'deletion.done', outcome: 'ok', target: `account:${invitedId}` } as const;
    await this.audit.record(event, tx);
  }
}
