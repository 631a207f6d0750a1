import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { AccountInformationView } from '../../identity/families/account-information.view.js';
import { CurrentAccount } from '../../identity/sessions/current-account.js';
import { refusedAt } from '../../identity/sessions/form-refusal.js';
import { ProviderConnections } from '../../oauth/providers/provider-connections.js';
import { readForm } from '../../platform/checks/form.js';
import { AccountPage } from '../../platform/operations/declare.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import type { Long } from '../../platform/operations/long.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import { readerOf } from '../../platform/pages/reader.js';
import { ProofForm } from '../account-forms.js';
import { SECTIONS } from '../account-frame.js';
import { OwnIdentifiers } from '../own-identifiers.service.js';
import { disconnectPage } from './connections.page.js';

/** A person's own connections with providers: takes one away. */
@ApiExcludeController()
@Controller('account/connections/:id')
export class OwnConnectionsController {
  constructor(
    private readonly connections: ProviderConnections,
    private readonly identifiers: OwnIdentifiers,
  ) {}

  @Get()
  @AccountPage('accountdisconnection', 'Asks whether to disconnect a provider')
  ask(
    @CurrentAccount() account: AccountInformationView,
    @Param('id') id: Long,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.show(account, id, request, response);
  }

  @Post()
  @AccountPage('accountconnectionend', 'Disconnects a provider from the account', { writes: true })
  async disconnect(
    @CurrentAccount() account: AccountInformationView,
    @Param('id') id: Long,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { accountId } = account;
    const { current: password } = (await readForm(ProofForm, request.body)).values;
    const { address } = exchangeOf(request).origin;
    response.status(400);
    const work = async (): Promise<void> => {
      await this.identifiers.verify({ accountId, password, address });
      await this.connections.disconnect(id, { accountId, address });
    };
    const { current } = await refusedAt(response, 'current', work());
    if (current === undefined) return response.redirect(303, SECTIONS.signIn);
    await this.show(account, id, request, response, current);
  }

  private async show(
    { accountId }: AccountInformationView,
    id: Long,
    request: Request,
    response: Response,
    error?: ErrorKey,
  ): Promise<void> {
    const { connected } = await this.connections.of(accountId);
    const found = connected.find((each) => each.id === id);
    if (!found) return response.redirect(303, SECTIONS.signIn); // gone already
    const { name } = found.provider;
    response.type('html').send(disconnectPage(readerOf(request), { id, name, error }));
  }
}
