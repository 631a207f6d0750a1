import { Body, Delete, Get, Param, Post } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { Problems } from '../../platform/errors/problems.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { FamilyInvitationBody } from './family.args.js';
import { FamilyDirectory } from './family-directory.js';
import { FamilyInvitationPage, FamilyInvitationView } from './family.view.js';
import { Invitations } from './invitations.service.js';

/** Invitations to one family. */
@AdminApi('families')
export class FamilyInvitationsController {
  constructor(
    private readonly directory: FamilyDirectory,
    private readonly invitations: Invitations,
  ) {}

  @Get(':familyId/invitations')
  @AdminRoute('adminfamilyinvitationlist', 'Lists the pending invitations to a family', {
    role: 'support',
    answers: FamilyInvitationPage,
  })
  async list(@Param('familyId') familyId: string): Promise<FamilyInvitationPage> {
    const family = await this.directory.get(familyId);
    return { items: await this.invitations.of(family.familyId), next: null };
  }

  @Post(':familyId/invitations')
  @AdminRoute('adminfamilyinvite', 'Invites a person without an account to a family, by e-mail', {
    writes: true,
    status: 201,
    answers: FamilyInvitationView,
    problems: [Problems.conflict],
  })
  invite(
    @Param('familyId') familyId: string,
    @Body() body: FamilyInvitationBody,
    @CurrentAdministrator() by: Administrator,
  ): Promise<FamilyInvitationView> {
    return this.invitations.invite(familyId, body, by);
  }

  @Delete(':familyId/invitations/:invitationId')
  @AdminRoute('adminfamilyinvitationwithdraw', 'Withdraws a pending invitation to a family', {
    writes: true,
    status: 204,
    problems: [Problems.conflict],
  })
  withdraw(
    @Param('familyId') familyId: string,
    @Param('invitationId') invitationId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    return this.invitations.withdraw(familyId, invitationId, by);
  }
}
