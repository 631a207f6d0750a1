import { Get, Req, UsePipes } from '@nestjs/common';
import type { Request } from 'express';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { queryIn } from '../shell/console/sent-form.js';
import { CLIENT_SORTS, type ClientSort } from './client.args.js';
import { ClientLookup } from './client-lookup.js';
import { clientsPage } from './clients.page.js';

/** The console's list of clients. */
@Console('clients')
@UsePipes(bodyPipe)
export class ClientsConsole {
  constructor(private readonly lookup: ClientLookup) {}

  @Get()
  @ConsolePage('adminclientspage', 'Clients')
  async list(@CurrentAdministrator() by: Administrator, @Req() request: Request): Promise<string> {
    const query = {
      query: queryIn(request, 'query'),
      ruleset: queryIn(request, 'ruleset'),
      state: stateIn(request),
      sort: sortIn(request),
      after: queryIn(request, 'after'),
    };
    const page = await this.lookup.list({ ...query, state: query.state || undefined });
    const done = queryIn(request, 'done') === 'deleted' ? 'Deleted.' : undefined;
    return clientsPage({ by, page, query, rulesets: await this.lookup.rulesets(), done });
  }
}

function stateIn(request: Request): 'enabled' | 'disabled' | '' {
  const state = queryIn(request, 'state');
  return state === 'enabled' || state === 'disabled' ? state : '';
}

function sortIn(request: Request): ClientSort {
  const sort = queryIn(request, 'sort');
  return CLIENT_SORTS.find((each) => each === sort) ?? 'id';
}
