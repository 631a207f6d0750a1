import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { textIn } from '../../platform/checks/form.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { doneIn, etagIn, queryIn } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { CLIENT_FORM } from './client-form.js';
import { ClientPages, NOTHING_TESTED } from './client-pages.js';
import { ClientTests } from './client-tests.js';
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
export class ClientConsole {
  constructor(
    private readonly clients: Clients,
    private readonly pages: ClientPages,
    private readonly tests: ClientTests,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminclientpage', 'One client')
  async page(@AtConsole() visit: ConsoleVisit, @Param('clientId') clientId: string): Promise<Shown> {
    const asked = [queryIn(visit, 'redirect_uri').trim(), queryIn(visit, 'call').trim()] as const;
    const tested = await this.pages.tested(clientId, ...asked);
    const done = queryIn(visit, 'done');
    const isStateChanged = done === 'disabled' || done === 'enabled';
    return html(
      await this.pages.page(visit, clientId, { tested, done: doneIn(visit, DONE), isStateChanged }),
    );
  }

  @Post()
  @ConsolePage('adminclientsave', 'Changes a client', { writes: true })
  async save(@AtConsole() visit: ConsoleVisit, @Param('clientId') clientId: string): Promise<Shown> {
    const sent = await CLIENT_FORM.read(visit);
    const outcome = await this.confirmation.attempt(visit, sent, (body, who) =>
      this.clients.update(clientId, body, etagIn(visit), who),
    );
    if ('done' in outcome) return seeOther(`${addressOfClient(clientId)}?done=saved`);
    return this.pages.refuse(visit, clientId, { values: sent.values, ...outcome });
  }

  @Post('state')
  @ConsolePage('adminclientstate', 'Disables or enables a client', { writes: true })
  async setState(@AtConsole() visit: ConsoleVisit, @Param('clientId') clientId: string): Promise<Shown> {
    const isDisabled = textIn(visit.body, 'state') !== 'enabled';
    const outcome = await this.confirmation.attempt(
      visit,
      { body: { isDisabled }, labels: {} },
      (body, who) => this.clients.update(clientId, body, etagIn(visit), who),
    );
    const done = isDisabled ? 'disabled' : 'enabled';
    if ('done' in outcome) return seeOther(`${addressOfClient(clientId)}?done=${done}`);
    const { confirmation: state, ...errors } = outcome.errors;
    const shown = state === undefined ? errors : { ...errors, state };
    return this.pages.refuse(visit, clientId, { ...outcome, errors: shown });
  }

  @Post('logout-test')
  @ConsolePage('adminclientlogouttestpage', 'Sends a logout token of nobody to a client', { writes: true })
  async testLogout(@AtConsole() visit: ConsoleVisit, @Param('clientId') clientId: string): Promise<Shown> {
    const logout = await this.tests.logout(clientId);
    return html(await this.pages.page(visit, clientId, { tested: { ...NOTHING_TESTED, logout } }));
  }
}
