import { Injectable } from '@nestjs/common';
import { MemberType, type MemberTypeValue } from '../../identity/families/family-member.entity.js';
import { roleIn } from '../../identity/families/family-members.js';
import { holdFamily } from '../../identity/families/family-statements.js';
import type { AddedIdentifier } from '../../identity/mailed-links/link-shapes.js';
import { SentInvitations, type Sending } from '../../identity/mailed-links/sent-invitations.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { AddressCosts } from '../identifiers/address-costs.js';
import type { ActingUser } from '../frame/by-user.js';
import { FamilyNotices } from './family-notices.js';
import { MemberInvitations } from './member-invitations.js';

/** Whom a member invites. */
interface Invited {
  readonly familyId: Long;
  readonly name: string;
  readonly address: AddedIdentifier;
  /** As it was typed. */
  readonly typed: string;
  readonly memberType: MemberTypeValue;
}

/**
 * Members invite others (D236). What the family sees is written at once, and is the same whether the address has an account
 * or not (D312): everything that depends on it happens afterwards.
 */
@Injectable()
export class FamilyInvitations {
  constructor(
    private readonly database: Database,
    private readonly costs: AddressCosts,
    private readonly sent: SentInvitations,
    private readonly invitations: MemberInvitations,
    private readonly told: FamilyNotices,
  ) {}

  /** @throws BudgetSpent; CallError msisdnInvalid; SignInRequired when the session has ended */
  async invite(by: ActingUser, invited: Invited): Promise<void> {
    await this.costs.ofInvitation(by, invited.familyId, invited.address);
    const sending = await this.database.transaction((tx) => this.note(tx, by, invited));
    if (sending !== null) this.invitations.sendLater(sending, invited);
  }

  /** null: the inviter may not (any more). */
  private async note(tx: Transaction, by: ActingUser, invited: Invited): Promise<Sending | null> {
    const { accountId } = by;
    const { familyId, memberType, address, typed: invitedAs } = invited;
    const { signInId } = await holdSignIn(tx, by, 'SHARE');
    await holdFamily(tx, familyId);
    if (!(await mayInvite(tx, accountId, invited))) return null;
    const sent = { familyId, invitedBy: accountId, invitedAs, address: address.value, memberType };
    const id = await this.sent.add(tx, { ...sent, signInId });
    await this.told.invited(tx, { familyId, ...by });
    return { ...sent, id };
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
