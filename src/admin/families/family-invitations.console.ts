import { Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { FAMILY_INVITATION_FIELDS } from '../../identity/families/family.fields.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { seeOther, type Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
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
  async invite(@AtConsole() visit: ConsoleVisit, @Param('familyId') familyId: string): Promise<Shown> {
    const sent = await FORM.read(visit);
    const outcome = await outcomeOf(sent, (body) => this.invitations.invite(familyId, body, visit.by));
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=invited`);
    const { errors: invitationErrors, problem } = outcome;
    return this.pages.show(visit, familyId, { invitation: sent.values, invitationErrors, problem });
  }

  @Post(':familyId/invitations/:invitationId/withdraw')
  @ConsolePage('adminfamilyinvitationwithdrawform', 'Withdraws an invitation to a family', { writes: true })
  async withdraw(
    @AtConsole() visit: ConsoleVisit,
    @Param('familyId') familyId: string,
    @Param('invitationId') invitationId: string,
  ): Promise<Shown> {
    const outcome = await refusalOf(this.invitations.withdraw(familyId, invitationId, visit.by));
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=withdrawn`);
    return this.pages.show(visit, familyId, { problem: outcome.problem });
  }
}
