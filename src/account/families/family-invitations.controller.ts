import { Param, Post } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { MemberType } from '../../identity/families/family-member.entity.js';
import { CurrentOwnVisit, proofFirst, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { followUp } from '../../platform/errors/outcome.js';
import { AccountPage } from '../../platform/operations/declare.js';
import { readerOf } from '../../platform/pages/reader.js';
import { SECTIONS } from '../frame/account-frame.js';
import { byUser } from '../frame/by-user.js';
import { familyPage } from './family.page.js';
import { FamilyViews } from './family-views.js';
import { WithdrawnInvitations } from './withdrawn-invitations.js';

/** The open invitations of a family, for those who may invite. */
@AccountPages('account/families/:id/invitations')
export class FamilyInvitationsController {
  constructor(
    private readonly views: FamilyViews,
    private readonly withdrawn: WithdrawnInvitations,
  ) {}

  /** Withdrawing twice is no error: the page shows what is open. */
  @Post(':invitation/withdraw')
  @AccountPage('accountfamilywithdraw', 'Withdraws an invitation to a family', { writes: true })
  async withdraw(
    @CurrentOwnVisit() visit: OwnVisit,
    @Param('id') id: string,
    @Param('invitation') invitation: string,
  ): Promise<Shown> {
    const { accountId } = visit.account;
    const seen = await this.views.find(id, accountId);
    if (!seen || seen.role < MemberType.administrator) return seeOther(SECTIONS.families);
    const isWithdrawn = await this.withdrawn.withdraw(byUser(visit), seen.id, invitation);
    const family = (await followUp(this.views.find(id, accountId))) ?? seen;
    const path = `${SECTIONS.families}/${family.id}`;
    const proof = proofFirst(visit, path);
    const page = familyPage(readerOf(visit, { path }), { family, accountId, proof, isWithdrawn });
    return html(page);
  }
}
