import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { leaveFor } from '../../oauth/providers/provider-leaving.js';
import { ProviderSignIns } from '../../oauth/providers/provider-sign-ins.js';
import { MailedLinkPage } from '../../platform/operations/declare.js';
import { InvitationService } from './invitation.service.js';

/** Accepts a family's invitation without a password: its user signs in at a provider (D257). */
@ApiExcludeController()
@Controller('invitation/:token/provider/:id')
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
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const link = await this.invitations.look(token);
    const isOpen = link?.completes && link.state === 'open' && link.familyId !== null;
    if (!isOpen) return response.redirect(303, `/invitation/${encodeURIComponent(token)}`);
    await leaveFor(this.signIns, id, { kind: 'invitation', token }, request, response);
  }
}
