import { Injectable } from '@nestjs/common';
import { LateLinks } from '../../identity/mailed-links/late-links.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import type { ActingUser } from '../by-user.js';
import { MemberInvitations, type Invited } from './member-invitations.js';

/**
 * Members invite others (D236). The page answers the same whether the address has an account or not: everything that
 * depends on it happens afterwards.
 */
@Injectable()
export class FamilyInvitations {
  constructor(
    private readonly budgets: Budgets,
    private readonly late: LateLinks,
    private readonly invitations: MemberInvitations,
    private readonly audit: AuditLog,
  ) {}

  /** @throws BudgetSpent */
  async invite(by: ActingUser, invited: Invited): Promise<void> {
    const { accountId, address } = by;
    await this.budgets.spend('mailedLinks', { address, accountId });
    const target = `family:${invited.familyId}`;
    await this.audit.record({ action: 'family.invited', outcome: 'ok', target, accountId, address });
    this.late.send(() => this.invitations.send(by, invited));
  }
}
