import { Get, Param, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { textIn } from '../../platform/checks/form.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { refusalOf, refusedFor } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { etagOf } from '../shell/etag.js';
import { ClientLookup, stateOf } from './client-lookup.js';
import { ClientRemoval } from './client-removal.js';
import { deleteClientPage } from './client.page.js';

/** The console's page that deletes a client. */
@Console('clients/:clientId')
@UsePipes(bodyPipe)
export class ClientRemovalConsole {
  constructor(
    private readonly removal: ClientRemoval,
    private readonly lookup: ClientLookup,
    private readonly confirmation: Confirmation,
  ) {}

  @Get('delete')
  @ConsolePage('adminclientdeletepage', 'Confirms the deletion of a client')
  async deletePage(
    @CurrentAdministrator() by: Administrator,
    @Param('clientId') clientId: string,
  ): Promise<string> {
    const etag = etagOf(stateOf(await this.lookup.get(clientId)));
    return deleteClientPage({ by, clientId, etag, asksPassword: this.confirmation.asksPassword(by) });
  }

  @Post('delete')
  @ConsolePage('adminclientremove', 'Deletes a client', { writes: true })
  async remove(
    @CurrentAdministrator() by: Administrator,
    @Param('clientId') clientId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const etag = textIn(request.body, 'etag');
    const errors = await this.confirmation.problems(request, by, clientId);
    const outcome = errors ? refusedFor(errors) : await refusalOf(this.removal.remove(clientId, etag, by));
    if ('done' in outcome) return response.redirect(303, '/admin/clients?done=deleted');
    const asksPassword = this.confirmation.asksPassword(by);
    response.status(422).type('html');
    response.send(deleteClientPage({ by, clientId, etag, asksPassword, ...outcome }));
  }
}
