import { Body, Delete, Get, Headers, Param, Patch, Post, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { tagged } from '../shell/etag.js';
import type { ListPage } from '../shell/paging.js';
import { ClientLookup, stateOf } from './client-lookup.js';
import { NewClientBody } from '../../oauth/clients/client-entry.js';
import { ClientChange, ClientQuery } from './client.args.js';
import { ClientList, ClientView, CreatedClientView, type ClientSummary } from './client.view.js';
import { ClientRemoval } from './client-removal.js';
import { Clients } from './clients.service.js';

@AdminApi('clients')
export class ClientsController {
  constructor(
    private readonly clients: Clients,
    private readonly removal: ClientRemoval,
    private readonly lookup: ClientLookup,
  ) {}

  @Get()
  @AdminRoute('adminclientlist', 'Lists clients by the beginning of their client_id or name', {
    answers: ClientList,
  })
  list(@Query() query: ClientQuery): Promise<ListPage<ClientSummary>> {
    return this.lookup.list(query);
  }

  @Post()
  @AdminRoute('adminclientcreate', 'Creates a client; its secret is shown only in this answer', {
    writes: true,
    needsConfirmation: true,
    status: 201,
    answers: CreatedClientView,
    problems: [Problems.conflict],
  })
  async create(@Body() asked: NewClientBody, @CurrentAdministrator() by: Administrator): Promise<Shown> {
    const { secret, ...view } = await this.clients.create(asked, by);
    return tagged({ ...view, secret }, () => stateOf(view), 201);
  }

  @Get(':clientId')
  @AdminRoute('adminclientget', 'One client, with the dates of its secrets and its legacy use', {
    answers: ClientView,
  })
  async get(@Param('clientId') clientId: string): Promise<Shown> {
    return tagged(await this.lookup.get(clientId), stateOf);
  }

  @Patch(':clientId')
  @AdminRoute(
    'adminclientupdate',
    'Changes, disables or enables a client; takes effect on every node within 5 s',
    {
      writes: true,
      isConditional: true,
      answers: ClientView,
      problems: [Problems.confirmationRequired, Problems.conflict],
    },
  )
  async update(
    @Param('clientId') clientId: string,
    @Body() change: ClientChange,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentAdministrator() by: Administrator,
  ): Promise<Shown> {
    return tagged(await this.clients.update(clientId, change, ifMatch, by), stateOf);
  }

  @Delete(':clientId')
  @AdminRoute('adminclientdelete', 'Deletes a client and its secrets, grants and tokens', {
    writes: true,
    needsConfirmation: true,
    isConditional: true,
    status: 204,
    problems: [Problems.conflict, Problems.unfinished],
  })
  remove(
    @Param('clientId') clientId: string,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    return this.removal.remove(clientId, ifMatch, by);
  }
}
