import { Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { FAMILY_INVITATION_FIELDS } from '../../identity/families/family.fields.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { seeOther, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { RecordForm } from '../shell/console/record-form.js';
import { outcomeOf, refusalOf } from '../shell/console/sent-form.js';
import { FamilyInvitationBody } from './family.args.js';
import { FamilyPages } from './family-pages.js';
import { addressOfFamily } from './families.page.js';
import { Invitations } from './invitations.service.js';

const FORM = new RecordForm(FAMILY_INVITATION_FIELDS, FamilyInvitationBody);

/** The forms that invite to a family, and withdraw that. */
@Console('families')
export class FamilyInvitationsConsole {
  constructor(
    private readonly invitations: Invitations,
    private readonly pages: FamilyPages,
  ) {}

  @Post(':familyId/invitations')
  @ConsolePage('adminfamilyinviteform', 'Invites a person to a family', { writes: true })
  async invite(
    @CurrentAdministrator() by: Administrator,
    @Param('familyId') familyId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const sent = await FORM.read(visit);
    const invite = (body: FamilyInvitationBody) => this.invitations.invite(familyId, body, by);
    const outcome = await outcomeOf(sent, invite, FORM.labels);
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=invited`);
    const { errors: invitationErrors, problem } = outcome;
    return this.pages.show(familyId, by, { invitation: sent.values, invitationErrors, problem });
  }

  @Post(':familyId/invitations/:invitationId/withdraw')
  @ConsolePage('adminfamilyinvitationwithdrawform', 'Withdraws an invitation to a family', { writes: true })
  async withdraw(
    @CurrentAdministrator() by: Administrator,
    @Param('familyId') familyId: string,
    @Param('invitationId') invitationId: string,
  ): Promise<Shown> {
    const outcome = await refusalOf(this.invitations.withdraw(familyId, invitationId, by));
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=withdrawn`);
    return this.pages.show(familyId, by, { problem: outcome.problem });
  }
}
