import { Injectable } from '@nestjs/common';
import { roleIn } from '../../identity/families/family-members.js';
import { mayAct } from '../../identity/families/family-rules.js';
import { holdFamily } from '../../identity/families/family-statements.js';
import { SentInvitations, type Sending } from '../../identity/mailed-links/sent-invitations.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { holdMember, recordAct, type ActRefusal, type SignedInMember } from './family-acts.js';
import { FamilyMessages } from './family-messages.js';
import { MemberInvitations, type Invited } from './member-invitations.js';
import { Budgets, type TextSpender } from '../../platform/throttle/budgets.js';
import { MessageCosts } from '../../identity/notifications/message-costs.js';

type Outcome = Promise<ActRefusal | null>;

/**
 * Invitations that members send (D236). What the family sees is written at once, and is the same with and without an account
 * at the address (D312): everything that depends on the account happens afterwards.
 */
@Injectable()
export class OwnFamilyInvitations {
  constructor(
    private readonly database: Database,
    private readonly budgets: Budgets,
    private readonly costs: MessageCosts,
    private readonly sent: SentInvitations,
    private readonly invitations: MemberInvitations,
    private readonly messages: FamilyMessages,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @param client the application that pays for a text message; left out: the network does
   * @throws BudgetSpent; CallError msisdnInvalid; as holdMember
   */
  async send(by: SignedInMember, invited: Invited, client?: TextSpender['client']): Outcome {
    const { accountId, address } = by;
    await this.budgets.spend('mailedLinks', { accountId, address });
    await this.costs.spend(invited.address, { accountId, address, client, familyId: invited.familyId });
    const sending = await this.database.transaction((tx) => this.note(tx, by, invited));
    if (typeof sending === 'string') return sending;
    this.invitations.sendLater(sending, invited);
    return null;
  }

  /**
   * Withdraws an invitation: the founder any, an administrator their own (D260). The next clean-up deletes an account that was
   * made for it, as after an invitation that expired (D236): deleting it here would take longer.
   * @throws as holdMember
   */
  withdraw(by: SignedInMember, familyId: Long, invitationId: Long): Outcome {
    const { accountId } = by;
    return this.database.transaction(async (tx) => {
      await holdMember(tx, by);
      await holdFamily(tx, familyId);
      const role = await roleIn(tx, familyId, accountId);
      if (role === null) return 'gone';
      if (!mayAct(role, 'withdrawOwn')) return 'notAllowed';
      const senderId = await this.sent.senderOf(tx, familyId, invitationId);
      const sender = mayAct(role, 'withdrawOthers') ? null : accountId;
      if (!(await this.sent.withdraw(tx, familyId, invitationId, sender))) return 'noInvitation';
      await this.messages.withdrawn(tx, { familyId, by: accountId }, senderId);
      await recordAct(this.audit, tx, 'family.invitation-withdrawn', { familyId, by });
      return null;
    });
  }

  private async note(tx: Transaction, by: SignedInMember, invited: Invited): Promise<Sending | ActRefusal> {
    const { accountId } = by;
    const { familyId, memberType, address, typed: invitedAs } = invited;
    const { signInId } = await holdMember(tx, by);
    await holdFamily(tx, familyId);
    const role = await roleIn(tx, familyId, accountId);
    if (role === null) return 'gone';
    if (!mayAct(role, 'invite', memberType)) return 'notAllowed';
    const sent = { familyId, invitedBy: accountId, invitedAs, address: address.value, memberType };
    const id = await this.sent.add(tx, { ...sent, signInId });
    await recordAct(this.audit, tx, 'family.invited', { familyId, by });
    return { ...sent, id };
  }
}
