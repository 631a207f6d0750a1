import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { ClientLookup } from './client-lookup.js';
import { ClientPages } from './client-pages.js';
import { addedSecretPage, endSecretPage } from './client-secrets.page.js';
import type { SecretView } from './client.view.js';
import { addressOfClient } from './clients.page.js';
import { SecretsOfClients } from './secrets-of-clients.js';

/** Console forms that add and revoke a client's secrets. */
@Console('clients/:clientId/secrets')
export class ClientSecretsConsole {
  constructor(
    private readonly secrets: SecretsOfClients,
    private readonly lookup: ClientLookup,
    private readonly pages: ClientPages,
    private readonly confirmation: Confirmation,
  ) {}

  @Post()
  @ConsolePage('adminclientsecretnew', 'Adds a secret and shows it', { writes: true })
  async add(@AtConsole() visit: ConsoleVisit, @Param('clientId') clientId: string): Promise<Shown> {
    const outcome = await this.confirmation.ifConfirmed(visit, 'password', () =>
      this.secrets.add(clientId, null, visit.by),
    );
    if (!('done' in outcome)) return this.pages.refuse(visit, clientId, outcome);
    return html(addedSecretPage({ by: visit.by, clientId, secret: outcome.done.secret }), { status: 201 });
  }

  @Get(':secretId/end')
  @ConsolePage('adminclientsecretendpage', 'Confirms the revocation of a secret')
  async endPage(
    @AtConsole() { by, asksPassword }: ConsoleVisit,
    @Param('clientId') clientId: string,
    @Param('secretId') secretId: string,
  ): Promise<Shown> {
    const secret = await this.secret(clientId, secretId);
    return html(endSecretPage({ by, clientId, secret, asksPassword }));
  }

  @Post(':secretId/end')
  @ConsolePage('adminclientsecretremove', 'Revokes a secret', { writes: true })
  async end(
    @AtConsole() visit: ConsoleVisit,
    @Param('clientId') clientId: string,
    @Param('secretId') secretId: string,
  ): Promise<Shown> {
    const { by, asksPassword } = visit;
    const secret = await this.secret(clientId, secretId);
    const error = await this.confirmation.passwordProblem(visit);
    if (error === null) {
      await this.secrets.end(clientId, secretId, by);
      return seeOther(`${addressOfClient(clientId)}?done=ended`);
    }
    return html(endSecretPage({ by, clientId, secret, asksPassword, error }), { status: 422 });
  }

  private async secret(clientId: string, secretId: string): Promise<SecretView> {
    const { secrets } = await this.lookup.get(clientId);
    const secret = secrets.find(({ id }) => id === secretId);
    if (!secret) throw notFound('such secret of this client');
    return secret;
  }
}
