import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { html, type Shown, seeOther } from '../../platform/operations/shown.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { listed } from '../shell/console/listed.js';
import { queryIn } from '../shell/console/sent-form.js';
import { ClientQuery } from './client.args.js';
import { ClientLookup, versionOfClient } from './client-lookup.js';
import { clientsPage, addressOfClient } from './clients.page.js';
import { textIn, doneIn } from '../../platform/checks/form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { CLIENT_FORM } from './client-fields.js';
import { ClientTests } from './client-tests.js';
import { Clients } from './clients.service.js';
import { clientDeletion, clientPage, type ClientPageProps } from './client.page.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { addedSecretPage, endSecretPage } from './client-secrets.page.js';
import type { SecretView, ClientView, LogoutTestView } from './client.view.js';
import { Outcomes } from '../../identity/mailed-links/outcomes.js';
import { CLIENT_FIELDS } from '../../oauth/clients/client.fields.js';
import { Clock } from '../../platform/security/clock.js';
import { etagOf } from '../shell/etag.js';
import type { Tested } from './client-testers.js';

const DONE: Readonly<Record<string, string>> = {
  saved: 'Changes saved. They take effect on every node within 5 seconds.',
  disabled: 'Client disabled. Its secrets and tokens no longer work.',
  enabled: 'Client enabled.',
  ended: 'Secret revoked.',
};
const NOTHING_TESTED: Tested = {
  redirectUri: '',
  redirect: null,
  call: '',
  verdict: null,
  logout: null,
};

/** Switches of the record that do nothing, or shut the client out, unless its ruleset allows these. */
const SWITCHES = [
  { field: 'requirePushedAuthorizationRequests', call: 'oauth2par' },
  { field: 'allowsDeviceAuthorization', call: 'oauth2deviceauthorization' },
] as const;

/** The console's list of clients, and the pages of one client. */
@Console('clients')
export class ClientsConsole {
  constructor(
    private readonly clients: Clients,
    private readonly lookup: ClientLookup,
    private readonly tests: ClientTests,
    private readonly confirmation: Confirmation,
    private readonly outcomes: Outcomes,
    private readonly clock: Clock,
  ) {}

  @Get()
  @ConsolePage('adminclientspage', 'Clients')
  async list(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const list = await listed(visit, ClientQuery, (query) => this.lookup.list(query));
    const done = queryIn(visit, 'done') === 'deleted' ? 'Deleted.' : undefined;
    return html(clientsPage({ ...list, rulesets: await this.lookup.rulesets(), done }));
  }

  @Get(':clientId')
  @ConsolePage('adminclientpage', 'One client')
  async page(@AtConsole() visit: ConsoleVisit, @Param('clientId') clientId: string): Promise<Shown> {
    const asked = [queryIn(visit, 'redirect_uri').trim(), queryIn(visit, 'call').trim()] as const;
    const logout = this.outcomes.find<LogoutTestView>(visit, addressOfClient(clientId));
    const tested = { ...(await this.tested(clientId, ...asked)), logout };
    const done = queryIn(visit, 'done');
    const isStateChanged = done === 'disabled' || done === 'enabled';
    return this.show(visit, clientId, { tested, done: doneIn(visit, DONE), isStateChanged });
  }

  @Post(':clientId')
  @ConsolePage('adminclientsave', 'Changes a client', { writes: true })
  async save(@AtConsole() visit: ConsoleVisit, @Param('clientId') clientId: string): Promise<Shown> {
    const sent = await CLIENT_FORM.read(visit);
    const outcome = await this.confirmation.attempt(visit, sent, (body, who) =>
      this.clients.update(clientId, body, who),
    );
    if ('done' in outcome) return seeOther(`${addressOfClient(clientId)}?done=saved`);
    return this.show(visit, clientId, { values: sent.values, ...outcome }, 422);
  }

  @Post(':clientId/state')
  @ConsolePage('adminclientstate', 'Disables or enables a client', { writes: true })
  async setState(@AtConsole() visit: ConsoleVisit, @Param('clientId') clientId: string): Promise<Shown> {
    const isDisabled = textIn(visit.body, 'state') !== 'enabled';
    const outcome = await this.confirmation.attempt(
      visit,
      { body: { isDisabled }, labels: {} },
      (body, who) => this.clients.update(clientId, body, who),
    );
    const done = isDisabled ? 'disabled' : 'enabled';
    if ('done' in outcome) return seeOther(`${addressOfClient(clientId)}?done=${done}`);
    const { confirmation: state, ...errors } = outcome.errors;
    const shown = state === undefined ? errors : { ...errors, state };
    return this.show(visit, clientId, { ...outcome, errors: shown }, 422);
  }

  @Post(':clientId/logout-test')
  @ConsolePage('adminclientlogouttestpage', 'Sends a logout token of nobody to a client', { writes: true })
  async testLogout(@Param('clientId') clientId: string): Promise<Shown> {
    const logout = await this.tests.logout(clientId);
    return this.outcomes.lead(addressOfClient(clientId), logout, { fragment: '#testers' });
  }

  @Get(':clientId/delete')
  @ConsolePage('adminclientdeletepage', 'Confirms the deletion of a client')
  async deletePage(@AtConsole() visit: ConsoleVisit, @Param('clientId') clientId: string): Promise<Shown> {
    const client = await this.lookup.get(clientId);
    return this.confirmation.askDeletion(visit, clientDeletion(clientId), versionOfClient(client));
  }

  @Post(':clientId/delete')
  @ConsolePage('adminclientremove', 'Deletes a client', { writes: true })
  remove(@AtConsole() visit: ConsoleVisit, @Param('clientId') clientId: string): Promise<Shown> {
    const deletion = clientDeletion(clientId);
    return this.confirmation.delete(visit, deletion, (by) => this.clients.remove(clientId, by));
  }

  @Post(':clientId/secrets')
  @ConsolePage('adminclientsecretnew', 'Adds a secret and shows it', { writes: true, shows: 'once' })
  async addSecret(@AtConsole() visit: ConsoleVisit, @Param('clientId') clientId: string): Promise<Shown> {
    const outcome = await this.confirmation.ifConfirmed(visit, 'password', () =>
      this.clients.addSecret(clientId, null, visit.by),
    );
    if (!('done' in outcome)) return this.show(visit, clientId, outcome, 422);
    return html(addedSecretPage({ by: visit.by, clientId, secret: outcome.done.secret }), { status: 201 });
  }

  @Get(':clientId/secrets/:secretId/end')
  @ConsolePage('adminclientsecretendpage', 'Confirms the revocation of a secret')
  async endSecretPage(
    @AtConsole() { by, asksPassword }: ConsoleVisit,
    @Param('clientId') clientId: string,
    @Param('secretId') secretId: string,
  ): Promise<Shown> {
    const secret = await this.secret(clientId, secretId);
    return html(endSecretPage({ by, clientId, secret, asksPassword }));
  }

  @Post(':clientId/secrets/:secretId/end')
  @ConsolePage('adminclientsecretremove', 'Revokes a secret', { writes: true })
  async endSecret(
    @AtConsole() visit: ConsoleVisit,
    @Param('clientId') clientId: string,
    @Param('secretId') secretId: string,
  ): Promise<Shown> {
    const { by, asksPassword } = visit;
    const secret = await this.secret(clientId, secretId);
    const error = await this.confirmation.passwordProblem(visit);
    if (error === null) {
      await this.clients.endSecret(clientId, secretId, by);
      return seeOther(`${addressOfClient(clientId)}?done=ended`);
    }
    return html(endSecretPage({ by, clientId, secret, asksPassword, error }), { status: 422 });
  }

  /** @param told the result of the form that was sent: its values, errors, notice */
  private async show(
    { by, asksPassword }: ConsoleVisit,
    clientId: string,
    told: Partial<ClientPageProps>,
    status = 200,
  ): Promise<Shown> {
    const client = await this.lookup.get(clientId);
    const page = clientPage({
      by,
      client,
      values: CLIENT_FORM.of(client),
      etag: etagOf(versionOfClient(client)),
      rulesets: await this.lookup.rulesets(),
      trials: await this.tests.trials(client),
      connection: await this.tests.connection(client),
      idleSwitches: idleSwitchesOf(client, await this.tests.allowed(client)),
      tested: NOTHING_TESTED,
      asksPassword,
      now: this.clock.now(),
      ...told,
    });
    return html(page, { status });
  }

  /** The results of the testers, whose input is in the page's query. */
  private async tested(clientId: string, redirectUri: string, call: string): Promise<Tested> {
    return {
      ...NOTHING_TESTED,
      redirectUri,
      redirect: redirectUri === '' ? null : await this.tests.redirect(clientId, redirectUri),
      call,
      verdict: call === '' ? null : await this.tests.call(clientId, call),
    };
  }

  private async secret(clientId: string, secretId: string): Promise<SecretView> {
    const { secrets } = await this.lookup.get(clientId);
    const secret = secrets.find(({ id }) => id === secretId);
    if (!secret) throw notFound('such secret of this client');
    return secret;
  }
}

/** The switches that are on, but whose call the ruleset does not allow. */
function idleSwitchesOf(client: ClientView, allowed: readonly string[]): ClientPageProps['idleSwitches'] {
  return SWITCHES.filter(({ field, call }) => client[field] && !allowed.includes(call)).map(
    ({ field, call }) => ({ label: CLIENT_FIELDS[field].label, call }),
  );
}
