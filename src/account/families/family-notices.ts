import { Injectable } from '@nestjs/common';
import { findAccount } from '../../identity/accounts/account-statements.js';
import { MemberType } from '../../identity/families/family-member.entity.js';
import { FamilyMembers } from '../../identity/families/family-members.js';
import { FamilyService } from '../../identity/families/family.service.js';
import { Notices } from '../../identity/notifications/notices.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';

interface Change {
  readonly familyId: Long;
  /** Who changed it, from where. */
  readonly accountId: Long;
  readonly address: string;
}

/** Records what members do to their families, and tells those whom it concerns. */
@Injectable()
export class FamilyNotices {
  constructor(
    private readonly families: FamilyService,
    private readonly members: FamilyMembers,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
  ) {}

  /** The founder is told, and whoever left. */
  async left(tx: Transaction, change: Change): Promise<void> {
    const { familyId, accountId } = change;
    const facts = await this.factsOf(tx, change);
    const founder = (await this.members.of(familyId, tx)).find(
      ({ memberType }) => memberType === MemberType.founder,
    );
    for (const told of [accountId, founder?.accountId])
      if (told !== undefined)
        await this.notices.add(tx, told, { kind: 'familyLeft', ...facts, byOther: told !== accountId });
    await this.record(tx, 'member.left', change);
  }

  async invited(tx: Transaction, change: Change): Promise<void> {
    await this.record(tx, 'family.invited', change);
  }

  async pictured(tx: Transaction, change: Change): Promise<void> {
    await this.record(tx, 'family.picture-set', change);
  }

  /** In the place of a client, a notice names the person who acts. */
  private async factsOf(
    tx: Transaction,
    { familyId, accountId }: Change,
  ): Promise<{ value: string; clientName: string }> {
    const family = await this.families.findIn(tx, familyId);
    return { value: family?.name ?? '', clientName: (await findAccount(tx, accountId))?.name ?? '' };
  }

  private record(
    tx: Transaction,
    action: 'family.invited' | 'member.left' | 'family.picture-set',
    { familyId, accountId, address }: Change,
  ): Promise<void> {
    const event = { action, outcome: 'ok', target: `family:${familyId}` } as const;
    return this.audit.record({ ...event, accountId, address }, tx);
  }
}
