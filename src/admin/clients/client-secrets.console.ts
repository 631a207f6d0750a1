import { Get, Param, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { refusalOf, refusedFor } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { ClientLookup } from './client-lookup.js';
import { ClientPages } from './client-pages.js';
import { addedSecretPage, endSecretPage } from './client-secrets.page.js';
import type { SecretView } from './client.view.js';
import { addressOfClient } from './clients.page.js';
import { SecretsOfClients } from './secrets-of-clients.js';

/** Console forms that add and revoke a client's secrets. */
@Console('clients/:clientId/secrets')
@UsePipes(bodyPipe)
export class ClientSecretsConsole {
  constructor(
    private readonly secrets: SecretsOfClients,
    private readonly lookup: ClientLookup,
    private readonly pages: ClientPages,
    private readonly confirmation: Confirmation,
  ) {}

  @Post()
  @ConsolePage('adminclientsecretnew', 'Adds a secret and shows it', { writes: true })
  async add(
    @CurrentAdministrator() by: Administrator,
    @Param('clientId') clientId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const password = await this.confirmation.passwordProblem(request, by);
    const outcome =
      password === null ? await refusalOf(this.secrets.add(clientId, null, by)) : refusedFor({ password });
    response.status('done' in outcome ? 201 : 422).type('html');
    response.send(
      'done' in outcome
        ? addedSecretPage({ by, clientId, secret: outcome.done.secret })
        : await this.pages.page(clientId, by, outcome),
    );
  }

  @Get(':secretId/end')
  @ConsolePage('adminclientsecretendpage', 'Confirms the revocation of a secret')
  async endPage(
    @CurrentAdministrator() by: Administrator,
    @Param('clientId') clientId: string,
    @Param('secretId') secretId: string,
  ): Promise<string> {
    const secret = await this.secret(clientId, secretId);
    return endSecretPage({ by, clientId, secret, asksPassword: this.confirmation.asksPassword(by) });
  }

  @Post(':secretId/end')
  @ConsolePage('adminclientsecretremove', 'Revokes a secret', { writes: true })
  async end(
    @CurrentAdministrator() by: Administrator,
    @Param('clientId') clientId: string,
    @Param('secretId') secretId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const secret = await this.secret(clientId, secretId);
    const error = await this.confirmation.passwordProblem(request, by);
    if (error === null) {
      await this.secrets.end(clientId, secretId, by);
      return response.redirect(303, `${addressOfClient(clientId)}?done=ended`);
    }
    const asksPassword = this.confirmation.asksPassword(by);
    response.status(422).type('html').send(endSecretPage({ by, clientId, secret, asksPassword, error }));
  }

  private async secret(clientId: string, secretId: string): Promise<SecretView> {
    const { secrets } = await this.lookup.get(clientId);
    const secret = secrets.find(({ id }) => id === secretId);
    if (!secret) throw notFound('such secret of this client');
    return secret;
  }
}
