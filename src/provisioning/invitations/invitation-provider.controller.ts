import { Get, Param } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { leaveFor } from '../../oauth/providers/provider-leaving.js';
import { ProviderSignIns } from '../../oauth/providers/provider-sign-ins.js';
import { MailedLinkPage } from '../../platform/operations/declare.js';
import { seeOther, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { InvitationService } from './invitation.service.js';

/** Accepts a family's invitation without a password: the user signs in at a provider (D257). */
@OpenPages('invitation/:token/provider/:id')
export class InvitationProviderController {
  constructor(
    private readonly invitations: InvitationService,
    private readonly signIns: ProviderSignIns,
  ) {}

  @Get()
  @MailedLinkPage('invitationprovider', 'Leads from an invitation to a provider where people sign in')
  async leave(
    @Param('token') token: string,
    @Param('id') id: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const link = await this.invitations.look(token);
    const isOpen = link?.completes && link.state === 'open' && link.familyId !== null;
    if (!isOpen) return seeOther(`/invitation/${encodeURIComponent(token)}`);
    return leaveFor(this.signIns, id, { kind: 'invitation', token }, visit);
  }
}
