import { Get, Param, Post, UsePipes } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
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
  ): Promise<Shown> {
    const etag = etagOf(stateOf(await this.lookup.get(clientId)));
    const asksPassword = this.confirmation.asksPassword(by);
    return html(deleteClientPage({ by, clientId, etag, asksPassword }));
  }

  @Post('delete')
  @ConsolePage('adminclientremove', 'Deletes a client', { writes: true })
  async remove(
    @CurrentAdministrator() by: Administrator,
    @Param('clientId') clientId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const etag = textIn(visit.body, 'etag');
    const errors = await this.confirmation.problems(visit, by, clientId);
    const outcome = errors ? refusedFor(errors) : await refusalOf(this.removal.remove(clientId, etag, by));
    if ('done' in outcome) return seeOther('/admin/clients?done=deleted');
    const asksPassword = this.confirmation.asksPassword(by);
    return html(deleteClientPage({ by, clientId, etag, asksPassword, ...outcome }), { status: 422 });
  }
}
