import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { AdminApi, AdminRoute } from '../../platform/operations/declare-admin.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { ClientLookup } from './client-lookup.js';
import { ClientTests } from './client-tests.js';
import { ClientTrials } from './client-trials.js';
import { CallTestQuery, NewSecretBody, RedirectTestBody } from './client.args.js';
import { AddedSecretView, CallTestView, RedirectTestView, TrialsView } from './client.view.js';
import { Clients } from './clients.service.js';

/** A client's secrets, and what can be tried of it. */
@AdminApi('clients/:clientId')
export class ClientToolsController {
  constructor(
    private readonly clients: Clients,
    private readonly tests: ClientTests,
    private readonly trials: ClientTrials,
    private readonly lookup: ClientLookup,
  ) {}

  @Post('secrets')
  @AdminRoute('adminclientsecretadd', 'Adds a secret, shown in the answer alone; two live ones at most', {
    writes: true,
    needsConfirmation: true,
    status: 201,
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

  @Delete('secrets/:secretId')
  @AdminRoute('adminclientsecretend', 'Ends a secret: refused at once from then on', {
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

  @Post('redirect-test')
  @AdminRoute(
    'adminclientredirecttest',
    'Whether /authorize would take a redirect_uri of this client, and why',
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

  @Get('call-test')
  @AdminRoute('adminclientcalltest', 'Whether this client may make a call, and which rule decides', {
    answers: CallTestView,
  })
  call(@Param('clientId') clientId: string, @Query() { call }: CallTestQuery): Promise<CallTestView> {
    return this.tests.call(clientId, call);
  }

  @Get('trials')
  @AdminRoute(
    'adminclienttrials',
    'Lines to paste that get a token for this client, with a PKCE pair of their own',
    {
      answers: TrialsView,
    },
  )
  async try(@Param('clientId') clientId: string): Promise<TrialsView> {
    return { trials: await this.trials.of(await this.lookup.get(clientId)) };
  }
}
