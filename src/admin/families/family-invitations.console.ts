import { Param, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { textIn } from '../../platform/checks/form.js';
import { FAMILY_INVITATION_FIELDS } from '../../identity/families/family.fields.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { formIn, labelsOf, valuesOf } from '../../platform/records/form.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { checkedForm, refusalOf } from '../shell/console/sent-form.js';
import { FamilyInvitationBody } from './family.args.js';
import { FamilyPages } from './family-pages.js';
import { addressOfFamily } from './families.page.js';
import { Invitations } from './invitations.service.js';

const LABELS = labelsOf(FAMILY_INVITATION_FIELDS);

/** The forms that invite to a family, and withdraw that. */
@Console('families')
@UsePipes(bodyPipe)
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
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const invitation = formIn(FAMILY_INVITATION_FIELDS, (name) => textIn(request.body, name));
    const sent = await checkedForm(
      FamilyInvitationBody,
      valuesOf(FAMILY_INVITATION_FIELDS, invitation),
      LABELS,
    );
    const outcome =
      'errors' in sent ? sent : await refusalOf(this.invitations.invite(familyId, sent.body, by), LABELS);
    if ('done' in outcome) return response.redirect(303, `${addressOfFamily(familyId)}?done=invited`);
    const { errors: invitationErrors, problem } = outcome;
    response.status(422).type('html');
    response.send(await this.pages.show(familyId, by, { invitation, invitationErrors, problem }));
  }

  @Post(':familyId/invitations/:invitationId/withdraw')
  @ConsolePage('adminfamilyinvitationwithdrawform', 'Withdraws an invitation to a family', { writes: true })
  async withdraw(
    @CurrentAdministrator() by: Administrator,
    @Param('familyId') familyId: string,
    @Param('invitationId') invitationId: string,
    @Res() response: Response,
  ): Promise<void> {
    const outcome = await refusalOf(this.invitations.withdraw(familyId, invitationId, by));
    if ('done' in outcome) return response.redirect(303, `${addressOfFamily(familyId)}?done=withdrawn`);
    response.status(422).type('html');
    response.send(await this.pages.show(familyId, by, { problem: outcome.problem }));
  }
}
