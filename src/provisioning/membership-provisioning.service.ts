import { Injectable } from '@nestjs/common';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Requester } from '../platform/operations/caller.js';
import type { Long } from '../platform/operations/long.js';
import { Database } from '../platform/database/database.js';
import type { Transaction } from '../platform/database/transaction.js';
import { MemberType } from '../identity/families/family-member.entity.js';
import type { AddMemberArgs, MembershipArgs } from './account.args.js';
import { by } from './family-provisioning.service.js';
import { MembershipRequests } from './membership-requests.js';
import { ProvisionedRecords } from './provisioned-records.js';
import { Reach } from './reach.js';
import { identifierOf, memberTypeOf } from './wire-values.js';

/** Changes memberships for a partner's back end (§4.5); each call that writes is one transaction. */
@Injectable()
export class MembershipProvisioning {
  constructor(
    private readonly database: Database,
    private readonly reach: Reach,
    private readonly records: ProvisionedRecords,
    private readonly requests: MembershipRequests,
    private readonly audit: AuditLog,
  ) {}

  /** Adds an account at once; the user with an identifier is asked and joins by accepting (D159). */
  async add(args: AddMemberArgs, requester: Requester): Promise<void> {
    const { accountId, familyId } = args;
    if (accountId === undefined) return this.ask(args, requester);
    await this.database.transaction(async (tx) => {
      const family = await this.reach.family(tx, familyId, requester);
      const account = await this.reach.account(tx, accountId, requester);
      await this.records.putMember(tx, account, family, memberTypeOf(args.accountType));
      await this.record(tx, 'member.added', requester, accountId, familyId);
    });
  }

  async remove({ accountId, familyId }: MembershipArgs, requester: Requester): Promise<void> {
    await this.database.transaction(async (tx) => {
      const family = await this.reach.family(tx, familyId, requester);
      const account = await this.reach.account(tx, accountId, requester);
      await this.records.removeMember(tx, account, family);
      await this.record(tx, 'member.removed', requester, accountId, familyId);
    });
  }

  /** The answer does not depend on whether there is such an account. */
  private async ask(args: AddMemberArgs, requester: Requester): Promise<void> {
    const { familyId, type = 'login', identifier = '' } = args;
    const { normalized } = identifierOf(type, identifier, null);
    const memberType = memberTypeOf(args.accountType);
    const { manager } = this.database.dataSource;
    const family = await this.reach.family(manager, familyId, requester);
    if (memberType === MemberType.founder) await this.records.requireNoFounder(manager, family);
    this.requests.ask({ identifier: normalized, family, memberType }, requester);
  }

  private record(
    tx: Transaction,
    action: 'member.added' | 'member.removed',
    requester: Requester,
    accountId: Long,
    familyId: Long,
  ): Promise<void> {
    const event = { action, outcome: 'ok', target: `account:${accountId}` } as const;
    return this.audit.record({ ...event, ...by(requester), details: { family: familyId } }, tx);
  }
}
