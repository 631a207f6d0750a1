import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { CurrentEditor, type Editor } from '../shell/access/editor.js';
import { tagged } from '../shell/etag.js';
import type { ListPage } from '../shell/paging.js';
import { ClientLookup, versionOfClient } from './client-lookup.js';
import { NewClientBody } from '../../oauth/clients/client-entry.js';
import { ClientChange, ClientQuery, CallTestQuery, NewSecretBody, RedirectTestBody } from './client.args.js';
import {
  ClientList,
  ClientView,
  CreatedClientView,
  type ClientSummary,
  AddedSecretView,
  CallTestView,
  LogoutTestView,
  RedirectTestView,
  TrialsView,
} from './client.view.js';
import { Clients } from './clients.service.js';
import { ClientTests } from './client-tests.js';

@AdminApi('clients')
export class ClientsController {
  constructor(
    private readonly clients: Clients,
    private readonly tests: ClientTests,
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
    idempotency: 'shows a secret',
    answers: CreatedClientView,
    problems: [Problems.conflict],
  })
  async create(@Body() asked: NewClientBody, @CurrentAdministrator() by: Administrator): Promise<Shown> {
    const { secret, ...view } = await this.clients.create(asked, by);
    return tagged({ ...view, secret }, () => versionOfClient(view), 201);
  }

  @Get(':clientId')
  @AdminRoute('adminclientget', 'One client, with the dates of its secrets and its legacy use', {
    answers: ClientView,
  })
  async get(@Param('clientId') clientId: string): Promise<Shown> {
    return tagged(await this.lookup.get(clientId), versionOfClient);
  }

  @Patch(':clientId')
  @AdminRoute(
    'adminclientupdate',
    'Changes, disables or enables a client; takes effect on every node within 5 s',
    {
      writes: true,
      answers: ClientView,
      problems: [Problems.confirmationRequired, Problems.conflict],
    },
  )
  async update(
    @Param('clientId') clientId: string,
    @Body() change: ClientChange,
    @CurrentEditor() by: Editor,
  ): Promise<Shown> {
    return tagged(await this.clients.update(clientId, change, by), versionOfClient);
  }

  @Delete(':clientId')
  @AdminRoute('adminclientdelete', 'Deletes a client and its secrets, grants and tokens', {
    writes: true,
    needsConfirmation: true,
    status: 204,
    problems: [Problems.conflict, Problems.unfinished],
  })
  remove(@Param('clientId') clientId: string, @CurrentEditor() by: Editor): Promise<void> {
    return this.clients.remove(clientId, by);
  }

  @Post(':clientId/secrets')
  @AdminRoute('adminclientsecretadd', 'Adds a secret, shown only in this answer; two active ones at most', {
    writes: true,
    needsConfirmation: true,
    status: 201,
    idempotency: 'shows a secret',
    answers: AddedSecretView,
    problems: [Problems.conflict],
  })
  addSecret(
    @Param('clientId') clientId: string,
    @Body() { expiresAt }: NewSecretBody,
    @CurrentAdministrator() by: Administrator,
  ): Promise<AddedSecretView> {
    return this.clients.addSecret(clientId, expiresAt ?? null, by);
  }

  @Delete(':clientId/secrets/:secretId')
  @AdminRoute('adminclientsecretend', 'Revokes a secret: it stops working at once', {
    writes: true,
    needsConfirmation: true,
    status: 204,
  })
  endSecret(
    @Param('clientId') clientId: string,
    @Param('secretId') secretId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    return this.clients.endSecret(clientId, secretId, by);
  }

  @Post(':clientId/redirect-test')
  @AdminRoute(
    'adminclientredirecttest',
    'Tells whether /authorize would accept a redirect_uri of this client, and why',
    {
      writes: true,
      answers: RedirectTestView,
    },
  )
  redirect(
    @Param('clientId') clientId: string,
    @Body() { redirectUri }: RedirectTestBody,
  ): Promise<RedirectTestView> {
    return this.tests.redirect(clientId, redirectUri);
  }

  @Post(':clientId/logout-test')
  @AdminRoute(
    'adminclientlogouttest',
    'Sends a logout token of nobody to the client’s backchannelLogoutUri',
    {
      writes: true,
      answers: LogoutTestView,
    },
  )
  logout(@Param('clientId') clientId: string): Promise<LogoutTestView> {
    return this.tests.logout(clientId);
  }

  @Get(':clientId/call-test')
  @AdminRoute('adminclientcalltest', 'Tells whether this client may make a call, and which rule decides', {
    answers: CallTestView,
  })
  call(@Param('clientId') clientId: string, @Query() { call }: CallTestQuery): Promise<CallTestView> {
    return this.tests.call(clientId, call);
  }

  @Get(':clientId/trials')
  @AdminRoute(
    'adminclienttrials',
    'Commands to paste that get a token for this client, with a fresh PKCE pair',
    {
      answers: TrialsView,
    },
  )
  async try(@Param('clientId') clientId: string): Promise<TrialsView> {
    return { trials: await this.tests.trials(await this.lookup.get(clientId)) };
  }
}
