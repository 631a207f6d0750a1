import { Injectable } from '@nestjs/common';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Requester } from '../platform/operations/caller.js';
import type { Long } from '../platform/operations/long.js';
import { Database } from '../platform/database/database.js';
import type { Transaction } from '../platform/database/transaction.js';
import { MemberType, type MemberTypeValue } from '../identity/families/family-member.entity.js';
import type { AddMemberArgs, MembershipArgs } from './account.args.js';
import { ProvisionedRecords } from './provisioned-records.js';
import { ProvisioningReach, clientOf, eventBy, type ReachedFamily } from './reach.js';
import { identifierOf, memberTypeOf } from './wire-values.js';
import { AccountService } from '../identity/accounts/account.service.js';
import { LateLinks } from '../identity/mailed-links/late-links.js';
import { MailedLinks } from '../identity/mailed-links/mailed-links.service.js';
import { sendMembershipLink } from '../identity/mailed-links/membership-links.js';

/** A request to the owner of the identifier. */
interface MembershipRequest {
  /** Normalized. */
  readonly identifier: string;
  readonly family: ReachedFamily;
  readonly memberType: MemberTypeValue;
}

/** Changes memberships for a partner's back end (§4.5); each call that writes is one transaction. */
@Injectable()
export class MembershipProvisioning {
  constructor(
    private readonly database: Database,
    private readonly reach: ProvisioningReach,
    private readonly records: ProvisionedRecords,
    private readonly accounts: AccountService,
    private readonly links: MailedLinks,
    private readonly late: LateLinks,
    private readonly audit: AuditLog,
  ) {}

  /** Adds an account at once; the owner of an identifier is asked, and joins by accepting (D159). */
  async add(args: AddMemberArgs, requester: Requester): Promise<void> {
    const { accountId, familyId } = args;
    if (accountId === undefined) return this.ask(args, requester);
    const add = async (tx: Transaction): Promise<void> => {
      const family = await this.reach.family(tx, familyId, requester);
      const account = await this.reach.account(tx, accountId, requester);
      await this.records.putMember(tx, account, family, memberTypeOf(args.accountType));
      await this.audit.record(
        eventBy(requester, 'member.added', `account:${accountId}`, { family: familyId }),
        tx,
      );
    };
    await this.database.once(requester, add, () => accountId);
  }

  async remove({ accountId, familyId }: MembershipArgs, requester: Requester): Promise<void> {
    const remove = async (tx: Transaction): Promise<void> => {
      const family = await this.reach.family(tx, familyId, requester);
      const account = await this.reach.account(tx, accountId, requester);
      await this.records.removeMember(tx, account, family);
      await this.audit.record(
        eventBy(requester, 'member.removed', `account:${accountId}`, { family: familyId }),
        tx,
      );
    };
    await this.database.once(requester, remove, () => accountId);
  }

  /**
   * Asks the owner of the identifier to join (D159). The answer reveals nothing to the client, not even by its timing: the
   * account is looked up afterwards.
   */
  private async ask(args: AddMemberArgs, requester: Requester): Promise<void> {
    const { familyId, type = 'login', identifier = '' } = args;
    const { normalized } = identifierOf(type, identifier, null);
    const memberType = memberTypeOf(args.accountType);
    const { manager } = this.database.dataSource;
    const family = await this.reach.family(manager, familyId, requester);
    if (memberType === MemberType.founder) await this.records.requireNoFounder(manager, family);
    this.audit.count(eventBy(requester, 'account.searched'));
    const request = { identifier: normalized, family, memberType };
    this.late.send(() => this.send(request, requester));
  }

  private async send(request: MembershipRequest, requester: Requester): Promise<void> {
    const accountId = await this.accounts.findByIdentifier([request.identifier]);
    if (accountId === null) return;
    await this.database.transaction((tx) => this.sendTo(tx, accountId, request, requester));
  }

  private async sendTo(
    tx: Transaction,
    accountId: Long,
    { identifier, family, memberType }: MembershipRequest,
    requester: Requester,
  ): Promise<void> {
    const clientId = clientOf(requester).id;
    const isSent = await sendMembershipLink(tx, this.links, accountId, {
      identifier,
      familyId: family.id,
      memberType,
      clientId,
    });
    if (!isSent) return;
    const event = eventBy(requester, 'member.asked', `account:${accountId}`, { family: family.id });
    await this.audit.record(event, tx);
  }
}
