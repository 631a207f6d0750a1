import type { AddedIdentifier } from '../../identity/mailed-links/link-shapes.js';
import { Injectable } from '@nestjs/common';
import { findAccount } from '../../identity/accounts/account-statements.js';
import { AccountService } from '../../identity/accounts/account.service.js';
import { InvitedAccounts } from '../../identity/mailed-links/invited-accounts.js';
import { LateLinks } from '../../identity/mailed-links/late-links.js';
import { MailedLinks } from '../../identity/mailed-links/mailed-links.service.js';
import { sendMembershipLink } from '../../identity/mailed-links/membership-links.js';
import type { Sending } from '../../identity/mailed-links/sent-invitations.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import type { MemberTypeValue } from '../../identity/families/family-member.entity.js';

/** A person whom a member invites. */
export interface Invited {
  readonly familyId: Long;
  readonly name: string;
  readonly address: AddedIdentifier;
  /** The address as it was typed. */
  readonly typed: string;
  readonly memberType: MemberTypeValue;
}

/** Sends the link of an invitation: to the account of the address, or to a new account for it. */
@Injectable()
export class MemberInvitations {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly invited: InvitedAccounts,
    private readonly links: MailedLinks,
    private readonly late: LateLinks,
  ) {}

  sendLater(sending: Sending, invited: Invited): void {
    this.late.send(() => this.send(sending, invited));
  }

  private async send(sending: Sending, invited: Invited): Promise<void> {
    try {
      await this.sendOnce(sending, invited);
    } catch (cause) {
      const isMadeMeanwhile = cause instanceof CallError && cause.definition === Errors.accountAlreadyExists;
      if (!isMadeMeanwhile) throw cause;
      await this.sendOnce(sending, invited);
    }
  }

  private async sendOnce(sending: Sending, invited: Invited): Promise<void> {
    const { familyId, memberType, address: identifier, invitedBy, invitedAs, id: sentId } = sending;
    const known = await this.accounts.findByIdentifier([identifier]);
    await this.database.transaction(async (tx) => {
      const accountId = known ?? (await this.create(tx, invitedBy, invited));
      const by = { invitedBy, invitedAs, sentId };
      await sendMembershipLink(tx, this.links, accountId, {
        identifier,
        familyId,
        memberType,
        clientId: null,
        by,
      });
    });
  }

  /** Makes an account in the inviter's language. Its user completes it by the invitation; until then it is nobody's (D311). */
  private async create(tx: Transaction, inviterId: Long, { name, address }: Invited): Promise<Long> {
    const inviter = await findAccount(tx, inviterId);
    const { id } = await this.accounts.create(tx, {
      name,
      identifiers: [{ ...address, normalized: address.value, isValidated: false }],
      passwordHash: null,
      role: null,
      countryCode: inviter?.countryCode ?? null,
      locale: inviter?.locale ?? null,
    });
    await this.invited.mark(tx, id);
    return id;
  }
}
