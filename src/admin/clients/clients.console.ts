import { Get } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { queryIn, sentForm } from '../shell/console/sent-form.js';
import { ClientQuery } from './client.args.js';
import { ClientLookup } from './client-lookup.js';
import { clientsPage } from './clients.page.js';

/** The console's list of clients. */
@Console('clients')
export class ClientsConsole {
  constructor(private readonly lookup: ClientLookup) {}

  @Get()
  @ConsolePage('adminclientspage', 'Clients')
  async list(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = await sentForm(ClientQuery, visit.query);
    const page = 'body' in sent ? await this.lookup.list(sent.body) : { items: [], next: null };
    const done = queryIn(visit, 'done') === 'deleted' ? 'Deleted.' : undefined;
    const rulesets = await this.lookup.rulesets();
    return html(clientsPage({ by: visit.by, page, query: sent.values, rulesets, done, ...sent }));
  }
}
