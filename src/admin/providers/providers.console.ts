import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { PROVIDER_FIELDS } from '../../oauth/providers/provider.fields.js';
import { textIn, doneIn } from '../../platform/checks/form.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { changeable, labelsOf, onForm } from '../../platform/records/typed-form.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { editorIn } from '../shell/access/editor.js';
import { RecordForm } from '../shell/console/record-form.js';
import { checkedForm, outcomeOf } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { etagOf } from '../shell/etag.js';
import { NewProviderBody, ProviderChange, ProviderSecretBody } from './provider.args.js';
import {
  addressOfProvider,
  newProviderPage,
  providerDeletion,
  providerPage,
  providersPage,
  type ProviderPageProps,
} from './providers.page.js';
import { Providers, versionOfProvider } from './providers.service.js';
import { browserDigests, ensureBrowser } from '../../identity/sign-ins/browser-cookie.js';
import { ProviderTrials } from '../../oauth/providers/provider-trials.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { triedPage, tryPage } from './provider-try.page.js';

const DONE: Readonly<Record<string, string>> = {
  created: 'Provider created. Register its redirect URI there.',
  saved: 'Changes saved. They take effect on every node within 5 seconds.',
  secret: 'Client secret saved. Nobody sees it again.',
  enabled: 'Offered on the sign-in pages.',
  disabled: 'No longer offered. Connections stay.',
  deleted: 'Deleted.',
};
const LABELS = { ...labelsOf(PROVIDER_FIELDS), clientSecret: 'Client secret' };
const NEW_FORM = new RecordForm(onForm(PROVIDER_FIELDS), NewProviderBody, LABELS);
const FORM = new RecordForm(changeable(PROVIDER_FIELDS), ProviderChange, LABELS);

/** The console's pages about providers where people may sign in (D257). An administrator confirms the password to change one. */
@Console('providers')
export class ProvidersConsole {
  constructor(
    private readonly providers: Providers,
    private readonly trials: ProviderTrials,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminproviderspage', 'Providers where people may sign in')
  async list(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const items = await this.providers.list();
    return html(providersPage({ by: visit.by, items, done: doneIn(visit, DONE) }));
  }

  @Get('new')
  @ConsolePage('adminprovidernewpage', 'Form for a new provider')
  newPage(@AtConsole() { by, asksPassword }: ConsoleVisit): Shown {
    const { fields, empty: values } = NEW_FORM;
    return html(newProviderPage({ by, fields, values, errors: {}, asksPassword }));
  }

  @Post('new')
  @ConsolePage('adminprovidernew', 'Creates a provider', { writes: true })
  async create(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const { by, asksPassword } = visit;
    const clientSecret = textIn(visit.body, 'clientSecret');
    const more = clientSecret === '' ? {} : { clientSecret };
    const sent = await this.confirmation.withPassword(visit, NEW_FORM.read(visit, more));
    const outcome = await outcomeOf(sent, (body) => this.providers.create(body, by));
    if ('done' in outcome) return seeOther(addressOfProvider(outcome.done.id, '?done=created'));
    const form = { fields: NEW_FORM.fields, values: sent.values };
    return html(newProviderPage({ by, ...form, asksPassword, ...outcome }), { status: 422 });
  }

  @Get(':id')
  @ConsolePage('adminproviderpage', 'One provider')
  page(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    return this.show(visit, id, { done: doneIn(visit, DONE) });
  }

  @Post(':id')
  @ConsolePage('adminprovidersave', 'Changes a provider', { writes: true })
  async save(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const sent = await this.confirmation.withPassword(visit, FORM.read(visit));
    const outcome = await outcomeOf(sent, (body) => this.providers.update(id, body, editorIn(visit)));
    if ('done' in outcome) return seeOther(addressOfProvider(id, '?done=saved'));
    return this.show(visit, id, { values: sent.values, ...outcome }, 422);
  }

  @Post(':id/state')
  @ConsolePage('adminproviderstate', 'Offers a provider, or no longer', { writes: true })
  async setState(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const isEnabled = textIn(visit.body, 'state') === 'enabled';
    const outcome = await this.confirmation.ifConfirmed(visit, 'state', () =>
      this.providers.update(id, { isEnabled }, editorIn(visit)),
    );
    if ('done' in outcome)
      return seeOther(addressOfProvider(id, `?done=${isEnabled ? 'enabled' : 'disabled'}`));
    return this.show(visit, id, outcome, 422);
  }

  @Post(':id/secret')
  @ConsolePage('adminprovidersecretform', 'Sets the client secret for a provider', { writes: true })
  async setSecret(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const typed = { clientSecret: textIn(visit.body, 'clientSecret') };
    const form = checkedForm(ProviderSecretBody, typed, LABELS);
    const sent = await this.confirmation.withPassword(visit, form, 'secret');
    const set = ({ clientSecret }: ProviderSecretBody) =>
      this.providers.setSecret(id, clientSecret, editorIn(visit));
    const outcome = await outcomeOf(sent, set);
    if ('done' in outcome) return seeOther(addressOfProvider(id, '?done=secret'));
    return this.show(visit, id, outcome, 422);
  }

  @Get(':id/delete')
  @ConsolePage('adminproviderdeletepage', 'Confirms the deletion of a provider')
  async deletePage(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const provider = await this.providers.get(id);
    return this.confirmation.askDeletion(visit, providerDeletion(provider), versionOfProvider(provider));
  }

  @Post(':id/delete')
  @ConsolePage('adminproviderremove', 'Deletes a provider', { writes: true })
  async remove(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const deletion = providerDeletion(await this.providers.get(id));
    return this.confirmation.delete(visit, deletion, (by) => this.providers.remove(id, by));
  }

  /** Tries a provider before people sign in with it (D297). */
  @Post(':id/try')
  @ConsolePage(
    'adminprovidertry',
    'Reads the metadata of a provider, and begins a sign-in that signs nobody in',
    { writes: true, shows: 'once' },
  )
  async beginTrial(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const provider = await this.providers.find(id);
    const { accountId, address } = visit.by;
    const traveller = { browser: ensureBrowser(visit), address };
    const begun = await this.trials.begin(provider, accountId, traveller);
    return html(tryPage({ by: visit.by, provider, ...begun }));
  }

  @Get(':id/try/:token')
  @ConsolePage('adminprovidertriedpage', 'What came back from a provider that was tried')
  async tried(
    @AtConsole() visit: ConsoleVisit,
    @Param('id') id: string,
    @Param('token') token: string,
  ): Promise<Shown> {
    const provider = await this.providers.find(id);
    const outcome = await this.trials.find(token, id, visit.by.accountId, browserDigests(visit));
    if (outcome === null)
      throw notFound('such result: each is kept for ten minutes, for the browser that went there');
    return html(triedPage({ by: visit.by, provider, outcome }));
  }

  private async show(
    { by, asksPassword }: ConsoleVisit,
    id: string,
    told: Partial<ProviderPageProps>,
    status = 200,
  ): Promise<Shown> {
    const provider = await this.providers.get(id);
    const etag = etagOf(versionOfProvider(provider));
    const form = { fields: FORM.fields, values: FORM.of(provider), errors: {} };
    return html(providerPage({ by, provider, etag, ...form, asksPassword, ...told }), { status });
  }
}
