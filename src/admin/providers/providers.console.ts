import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { PROVIDER_FIELDS } from '../../oauth/providers/provider.fields.js';
import { textIn } from '../../platform/checks/form.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { changeable, labelsOf, onForm } from '../../platform/records/form.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { RecordForm } from '../shell/console/record-form.js';
import { checkedForm, outcomeOf, queryIn } from '../shell/console/sent-form.js';
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
import { Providers, stateOf } from './providers.service.js';

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

/** The console's pages about providers where people may sign in (D257). Whoever changes one confirms the password. */
@Console('providers')
export class ProvidersConsole {
  constructor(
    private readonly providers: Providers,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminproviderspage', 'Providers where people may sign in')
  async list(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const items = await this.providers.list();
    return html(providersPage({ by, items, done: DONE[queryIn(visit, 'done')] }));
  }

  @Get('new')
  @ConsolePage('adminprovidernewpage', 'Form for a new provider')
  newPage(@CurrentAdministrator() by: Administrator): Shown {
    const asksPassword = this.confirmation.asksPassword(by);
    const { fields, empty: values } = NEW_FORM;
    return html(newProviderPage({ by, fields, values, errors: {}, asksPassword }));
  }

  @Post('new')
  @ConsolePage('adminprovidernew', 'Creates a provider', { writes: true })
  async create(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const clientSecret = textIn(visit.body, 'clientSecret');
    const more = clientSecret === '' ? {} : { clientSecret };
    const sent = await this.confirmation.withPassword(visit, by, NEW_FORM.read(visit, more));
    const outcome = await outcomeOf(sent, (body) => this.providers.create(body, by), LABELS);
    if ('done' in outcome) return seeOther(addressOfProvider(outcome.done.id, '?done=created'));
    const asksPassword = this.confirmation.asksPassword(by);
    const form = { fields: NEW_FORM.fields, values: sent.values };
    return html(newProviderPage({ by, ...form, asksPassword, ...outcome }), { status: 422 });
  }

  @Get(':id')
  @ConsolePage('adminproviderpage', 'One provider')
  page(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    return this.show(id, by, { done: DONE[queryIn(visit, 'done')] });
  }

  @Post(':id')
  @ConsolePage('adminprovidersave', 'Changes a provider', { writes: true })
  async save(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const sent = await this.confirmation.withPassword(visit, by, FORM.read(visit));
    const etag = textIn(visit.body, 'etag');
    const outcome = await outcomeOf(sent, (body) => this.providers.update(id, body, etag, by), LABELS);
    if ('done' in outcome) return seeOther(addressOfProvider(id, '?done=saved'));
    return this.show(id, by, { values: sent.values, ...outcome }, 422);
  }

  @Post(':id/state')
  @ConsolePage('adminproviderstate', 'Offers a provider, or no longer', { writes: true })
  async setState(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const isEnabled = textIn(visit.body, 'state') === 'enabled';
    const etag = textIn(visit.body, 'etag');
    const outcome = await this.confirmation.ifConfirmed(visit, by, 'state', () =>
      this.providers.update(id, { isEnabled }, etag, by),
    );
    if ('done' in outcome)
      return seeOther(addressOfProvider(id, `?done=${isEnabled ? 'enabled' : 'disabled'}`));
    return this.show(id, by, outcome, 422);
  }

  @Post(':id/secret')
  @ConsolePage('adminprovidersecretform', 'Sets the client secret for a provider', { writes: true })
  async setSecret(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const typed = { clientSecret: textIn(visit.body, 'clientSecret') };
    const form = checkedForm(ProviderSecretBody, typed, LABELS);
    const sent = await this.confirmation.withPassword(visit, by, form, 'secret');
    const etag = textIn(visit.body, 'etag');
    const set = ({ clientSecret }: ProviderSecretBody) =>
      this.providers.setSecret(id, clientSecret, etag, by);
    const outcome = await outcomeOf(sent, set, LABELS);
    if ('done' in outcome) return seeOther(addressOfProvider(id, '?done=secret'));
    return this.show(id, by, outcome, 422);
  }

  @Get(':id/delete')
  @ConsolePage('adminproviderdeletepage', 'Confirms the deletion of a provider')
  async deletePage(@CurrentAdministrator() by: Administrator, @Param('id') id: string): Promise<Shown> {
    const provider = await this.providers.get(id);
    return this.confirmation.askDeletion(by, providerDeletion(provider), stateOf(provider));
  }

  @Post(':id/delete')
  @ConsolePage('adminproviderremove', 'Deletes a provider', { writes: true })
  async remove(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const deletion = providerDeletion(await this.providers.get(id));
    return this.confirmation.delete(visit, by, deletion, (etag) => this.providers.remove(id, etag, by));
  }

  private async show(
    id: string,
    by: Administrator,
    told: Partial<ProviderPageProps>,
    status = 200,
  ): Promise<Shown> {
    const provider = await this.providers.get(id);
    const asksPassword = this.confirmation.asksPassword(by);
    const etag = etagOf(stateOf(provider));
    const form = { fields: FORM.fields, values: FORM.of(provider), errors: {} };
    return html(providerPage({ by, provider, etag, ...form, asksPassword, ...told }), { status });
  }
}
