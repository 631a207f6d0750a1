import { Get, HttpCode, Param, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { textIn } from '../../platform/checks/form.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { valuesOf } from '../../platform/records/form.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { checkedForm, queryIn } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { CLIENT_FORM, CLIENT_LABELS, clientFormIn } from './client-form.js';
import { ClientPages, NOTHING_TESTED } from './client-pages.js';
import { ClientTests } from './client-tests.js';
import { ClientChange } from './client.args.js';
import { Clients } from './clients.service.js';
import { addressOfClient } from './clients.page.js';

const DONE: Readonly<Record<string, string>> = {
  saved: 'Changes saved. They take effect on every node within 5 seconds.',
  disabled: 'Client disabled. Its secrets and tokens no longer work.',
  enabled: 'Client enabled.',
  ended: 'Secret revoked.',
};

/** The console pages of one client. */
@Console('clients/:clientId')
@UsePipes(bodyPipe)
export class ClientConsole {
  constructor(
    private readonly clients: Clients,
    private readonly pages: ClientPages,
    private readonly tests: ClientTests,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminclientpage', 'One client')
  async page(
    @CurrentAdministrator() by: Administrator,
    @Param('clientId') clientId: string,
    @Req() request: Request,
  ): Promise<string> {
    const asked = [queryIn(request, 'redirect_uri').trim(), queryIn(request, 'call').trim()] as const;
    const tested = await this.pages.tested(clientId, ...asked);
    const done = queryIn(request, 'done');
    const isStateChanged = done === 'disabled' || done === 'enabled';
    return this.pages.page(clientId, by, { tested, done: DONE[done], isStateChanged });
  }

  @Post()
  @ConsolePage('adminclientsave', 'Changes a client', { writes: true })
  async save(
    @CurrentAdministrator() by: Administrator,
    @Param('clientId') clientId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const values = clientFormIn(request);
    const checked = await checkedForm(ClientChange, valuesOf(CLIENT_FORM, values), CLIENT_LABELS);
    const outcome =
      'errors' in checked
        ? checked
        : await this.confirmation.attempt(
            request,
            by,
            (who) => this.clients.update(clientId, checked.body, textIn(request.body, 'etag'), who),
            CLIENT_LABELS,
          );
    if ('done' in outcome) return response.redirect(303, `${addressOfClient(clientId)}?done=saved`);
    response.status(422).type('html');
    response.send(await this.pages.page(clientId, by, { values, ...outcome }));
  }

  @Post('state')
  @ConsolePage('adminclientstate', 'Disables or enables a client', { writes: true })
  async setState(
    @CurrentAdministrator() by: Administrator,
    @Param('clientId') clientId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const isDisabled = textIn(request.body, 'state') !== 'enabled';
    const outcome = await this.confirmation.attempt(request, by, (who) =>
      this.clients.update(clientId, { isDisabled }, textIn(request.body, 'etag'), who),
    );
    const done = isDisabled ? 'disabled' : 'enabled';
    if ('done' in outcome) return response.redirect(303, `${addressOfClient(clientId)}?done=${done}`);
    const { confirmation: state, ...errors } = outcome.errors;
    const shown = state === undefined ? errors : { ...errors, state };
    response.status(422).type('html');
    response.send(await this.pages.page(clientId, by, { ...outcome, errors: shown }));
  }

  @Post('logout-test')
  @HttpCode(200)
  @ConsolePage('adminclientlogouttestpage', 'Sends a logout token of nobody to a client', { writes: true })
  async testLogout(
    @CurrentAdministrator() by: Administrator,
    @Param('clientId') clientId: string,
  ): Promise<string> {
    const logout = await this.tests.logout(clientId);
    return this.pages.page(clientId, by, { tested: { ...NOTHING_TESTED, logout } });
  }
}
