import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { ClientLookup } from './client-lookup.js';
import { ClientTests } from './client-tests.js';
import { ClientTrials } from './client-trials.js';
import { CallTestQuery, NewSecretBody, RedirectTestBody } from './client.args.js';
import {
  AddedSecretView,
  CallTestView,
  LogoutTestView,
  RedirectTestView,
  TrialsView,
} from './client.view.js';
import { SecretsOfClients } from './secrets-of-clients.js';

/** API routes for a client's secrets and for testing the client. */
@AdminApi('clients/:clientId')
export class ClientToolsController {
  constructor(
    private readonly secrets: SecretsOfClients,
    private readonly tests: ClientTests,
    private readonly trials: ClientTrials,
    private readonly lookup: ClientLookup,
  ) {}

  @Post('secrets')
  @AdminRoute('adminclientsecretadd', 'Adds a secret, shown only in this answer; two active ones at most', {
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
    return this.secrets.add(clientId, expiresAt ?? null, by);
  }

  @Delete('secrets/:secretId')
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
    return this.secrets.end(clientId, secretId, by);
  }

  @Post('redirect-test')
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

  @Post('logout-test')
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

  @Get('call-test')
  @AdminRoute('adminclientcalltest', 'Tells whether this client may make a call, and which rule decides', {
    answers: CallTestView,
  })
  call(@Param('clientId') clientId: string, @Query() { call }: CallTestQuery): Promise<CallTestView> {
    return this.tests.call(clientId, call);
  }

  @Get('trials')
  @AdminRoute(
    'adminclienttrials',
    'Commands to paste that get a token for this client, with a fresh PKCE pair',
    {
      answers: TrialsView,
    },
  )
  async try(@Param('clientId') clientId: string): Promise<TrialsView> {
    return { trials: await this.trials.of(await this.lookup.get(clientId)) };
  }
}
