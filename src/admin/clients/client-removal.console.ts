import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import type { Shown } from '../../platform/operations/shown.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { ClientLookup, stateOf } from './client-lookup.js';
import { ClientRemoval } from './client-removal.js';
import { clientDeletion } from './client.page.js';

/** The console's page that deletes a client. */
@Console('clients/:clientId')
export class ClientRemovalConsole {
  constructor(
    private readonly removal: ClientRemoval,
    private readonly lookup: ClientLookup,
    private readonly confirmation: Confirmation,
  ) {}

  @Get('delete')
  @ConsolePage('adminclientdeletepage', 'Confirms the deletion of a client')
  async deletePage(@AtConsole() visit: ConsoleVisit, @Param('clientId') clientId: string): Promise<Shown> {
    const client = await this.lookup.get(clientId);
    return this.confirmation.askDeletion(visit, clientDeletion(clientId), stateOf(client));
  }

  @Post('delete')
  @ConsolePage('adminclientremove', 'Deletes a client', { writes: true })
  remove(@AtConsole() visit: ConsoleVisit, @Param('clientId') clientId: string): Promise<Shown> {
    const deletion = clientDeletion(clientId);
    return this.confirmation.delete(visit, deletion, (etag) => this.removal.remove(clientId, etag, visit.by));
  }
}
