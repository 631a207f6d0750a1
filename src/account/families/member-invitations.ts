import { Injectable } from '@nestjs/common';
import { findAccount } from '../../identity/accounts/account-statements.js';
import { AccountService } from '../../identity/accounts/account.service.js';
import { MemberType, type MemberTypeValue } from '../../identity/families/family-member.entity.js';
import { roleIn } from '../../identity/families/family-members.js';
import { FamilyService } from '../../identity/families/family.service.js';
import { MailedLinks } from '../../identity/mailed-links/mailed-links.service.js';
import { MembershipLinks } from '../../identity/mailed-links/membership-links.js';
import { isSignedIn, type BySession } from '../../identity/sessions/hold-sign-in.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import type { AddedIdentifier } from '../../identity/mailed-links/link-shapes.js';

/** Whom a member invites. */
export interface Invited {
  readonly familyId: Long;
  readonly name: string;
  readonly address: AddedIdentifier;
  /** As it was typed. */
  readonly typed: string;
  readonly memberType: MemberTypeValue;
}

/** Sends the invitation of a member: to the account of the address, or to one that is made for it. */
@Injectable()
export class MemberInvitations {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly families: FamilyService,
    private readonly links: MailedLinks,
    private readonly memberships: MembershipLinks,
  ) {}

  /** Nothing is sent where the session of the inviter has ended by now. */
  async send(by: BySession, invited: Invited): Promise<void> {
    try {
      await this.sendOnce(by, invited);
    } catch (cause) {
      const isMadeMeanwhile = cause instanceof CallError && cause.definition === Errors.accountAlreadyExists;
      if (!isMadeMeanwhile) throw cause;
      await this.sendOnce(by, invited);
    }
  }

  private async sendOnce(inviter: BySession, invited: Invited): Promise<void> {
    const { accountId: inviterId } = inviter;
    const { familyId, memberType, address, typed: invitedAs } = invited;
    const accountId = await this.accounts.findByIdentifier([address.value]);
    await this.database.transaction(async (tx) => {
      if (!(await isSignedIn(tx, inviter)) || !(await mayInvite(tx, inviterId, invited))) return;
      const by = { invitedBy: inviterId, invitedAs };
      const request = { identifier: address.value, familyId, memberType, clientId: null, by };
      if (accountId === null) await this.inviteAnew(tx, inviterId, invited);
      else await this.memberships.send(tx, accountId, request);
    });
  }

  /** The account is completed by its invitation (D24), in the language of whoever invites. */
  private async inviteAnew(tx: Transaction, inviterId: Long, invited: Invited): Promise<void> {
    const { familyId, name, memberType, address, typed: invitedAs } = invited;
    const inviter = await findAccount(tx, inviterId);
    const created = await this.accounts.create(tx, {
      name,
      identifiers: [{ ...address, normalized: address.value, isValidated: false }],
      passwordHash: null,
      role: null,
      countryCode: inviter?.countryCode ?? null,
      locale: inviter?.locale ?? null,
    });
    await this.families.putNewMember(tx, familyId, created.id, memberType, inviterId);
    const [identifierId] = created.identifierIds;
    const by = { invitedBy: inviterId, invitedAs };
    const link = {
      kind: 'invitation',
      accountId: created.id,
      identifierId,
      familyId,
      clientId: null,
      by,
    } as const;
    await this.links.issue(tx, link);
  }
}

/** The founder invites members and administrators; an administrator, members. */
async function mayInvite(
  tx: Transaction,
  inviterId: Long,
  { familyId, memberType }: Invited,
): Promise<boolean> {
  const role = await roleIn(tx, familyId, inviterId);
  return role !== null && role >= MemberType.administrator && memberType < role;
}
