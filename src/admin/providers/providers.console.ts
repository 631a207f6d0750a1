import { Get, Param, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PROVIDER_FIELDS } from '../../oauth/providers/provider.fields.js';
import { textIn } from '../../platform/checks/form.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import {
  changeable,
  emptyForm,
  formIn,
  formOf,
  labelsOf,
  onForm,
  valuesOf,
} from '../../platform/records/form.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import {
  checkedForm,
  refusalOf,
  refusedFor,
  withPassword,
  type Refused,
  queryIn,
} from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { etagOf } from '../shell/etag.js';
import { NewProviderBody, ProviderChange, ProviderSecretBody } from './provider.args.js';
import {
  addressOfProvider,
  deleteProviderPage,
  newProviderPage,
  providerPage,
  providersPage,
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
const NEW_FORM = onForm(PROVIDER_FIELDS);
const FORM = changeable(PROVIDER_FIELDS);
const LABELS = { ...labelsOf(PROVIDER_FIELDS), clientSecret: 'Client secret' };

/** The console's pages about providers where people may sign in (D257). Whoever changes one confirms the password. */
@Console('providers')
@UsePipes(bodyPipe)
export class ProvidersConsole {
  constructor(
    private readonly providers: Providers,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminproviderspage', 'Providers where people may sign in')
  async list(@CurrentAdministrator() by: Administrator, @Req() request: Request): Promise<string> {
    return providersPage({ by, items: await this.providers.list(), done: DONE[queryIn(request, 'done')] });
  }

  @Get('new')
  @ConsolePage('adminprovidernewpage', 'Form for a new provider')
  newPage(@CurrentAdministrator() by: Administrator): string {
    const asksPassword = this.confirmation.asksPassword(by);
    return newProviderPage({ by, fields: NEW_FORM, values: emptyForm(NEW_FORM), errors: {}, asksPassword });
  }

  @Post('new')
  @ConsolePage('adminprovidernew', 'Creates a provider', { writes: true })
  async create(
    @CurrentAdministrator() by: Administrator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const values = formIn(NEW_FORM, (name) => textIn(request.body, name));
    const clientSecret = textIn(request.body, 'clientSecret');
    const sent = { ...valuesOf(NEW_FORM, values), ...(clientSecret !== '' && { clientSecret }) };
    const checked = withPassword(
      await checkedForm(NewProviderBody, sent, LABELS),
      await this.confirmation.passwordProblem(request, by),
    );
    const outcome =
      'errors' in checked ? checked : await refusalOf(this.providers.create(checked.body, by), LABELS);
    if ('done' in outcome) return response.redirect(303, addressOfProvider(outcome.done.id, '?done=created'));
    const asksPassword = this.confirmation.asksPassword(by);
    response.status(422).type('html');
    response.send(newProviderPage({ by, fields: NEW_FORM, values, asksPassword, ...outcome }));
  }

  @Get(':id')
  @ConsolePage('adminproviderpage', 'One provider')
  page(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @Req() request: Request,
  ): Promise<string> {
    return this.show(id, by, { done: DONE[queryIn(request, 'done')] });
  }

  @Post(':id')
  @ConsolePage('adminprovidersave', 'Changes a provider', { writes: true })
  async save(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const values = formIn(FORM, (name) => textIn(request.body, name));
    const checked = withPassword(
      await checkedForm(ProviderChange, valuesOf(FORM, values), LABELS),
      await this.confirmation.passwordProblem(request, by),
    );
    const etag = textIn(request.body, 'etag');
    const outcome =
      'errors' in checked
        ? checked
        : await refusalOf(this.providers.update(id, checked.body, etag, by), LABELS);
    if ('done' in outcome) return response.redirect(303, addressOfProvider(id, '?done=saved'));
    response
      .status(422)
      .type('html')
      .send(await this.show(id, by, { values, ...outcome }));
  }

  @Post(':id/state')
  @ConsolePage('adminproviderstate', 'Offers a provider, or no longer', { writes: true })
  async setState(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const isEnabled = textIn(request.body, 'state') === 'enabled';
    const etag = textIn(request.body, 'etag');
    const password = await this.confirmation.passwordProblem(request, by);
    const outcome = password
      ? refusedFor({ state: password })
      : await refusalOf(this.providers.update(id, { isEnabled }, etag, by));
    if ('done' in outcome)
      return response.redirect(303, addressOfProvider(id, `?done=${isEnabled ? 'enabled' : 'disabled'}`));
    response
      .status(422)
      .type('html')
      .send(await this.show(id, by, outcome));
  }

  @Post(':id/secret')
  @ConsolePage('adminprovidersecretform', 'Sets the client secret for a provider', { writes: true })
  async setSecret(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const sent = { clientSecret: textIn(request.body, 'clientSecret') };
    const checked = await checkedForm(ProviderSecretBody, sent, LABELS);
    const password = await this.confirmation.passwordProblem(request, by);
    const asked = password ? refusedFor({ ...errorsOf(checked), secret: password }) : checked;
    const etag = textIn(request.body, 'etag');
    const outcome =
      'errors' in asked
        ? asked
        : await refusalOf(this.providers.setSecret(id, asked.body.clientSecret, etag, by), LABELS);
    if ('done' in outcome) return response.redirect(303, addressOfProvider(id, '?done=secret'));
    response
      .status(422)
      .type('html')
      .send(await this.show(id, by, outcome));
  }

  @Get(':id/delete')
  @ConsolePage('adminproviderdeletepage', 'Confirms the deletion of a provider')
  async deletePage(@CurrentAdministrator() by: Administrator, @Param('id') id: string): Promise<string> {
    const provider = await this.providers.get(id);
    const asksPassword = this.confirmation.asksPassword(by);
    return deleteProviderPage({ by, provider, etag: etagOf(stateOf(provider)), asksPassword });
  }

  @Post(':id/delete')
  @ConsolePage('adminproviderremove', 'Deletes a provider', { writes: true })
  async remove(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const etag = textIn(request.body, 'etag');
    const errors = await this.confirmation.problems(request, by, id);
    const outcome = errors ? refusedFor(errors) : await refusalOf(this.providers.remove(id, etag, by));
    if ('done' in outcome) return response.redirect(303, '/admin/providers?done=deleted');
    const provider = await this.providers.get(id);
    const asksPassword = this.confirmation.asksPassword(by);
    response.status(422).type('html');
    response.send(deleteProviderPage({ by, provider, etag, asksPassword, ...outcome }));
  }

  private async show(
    id: string,
    by: Administrator,
    shown: Partial<Refused> & {
      readonly values?: Readonly<Record<string, string | boolean>>;
      readonly done?: string;
    },
  ): Promise<string> {
    const provider = await this.providers.get(id);
    const asksPassword = this.confirmation.asksPassword(by);
    const values = formOf(FORM, provider);
    const etag = etagOf(stateOf(provider));
    return providerPage({ by, provider, fields: FORM, etag, values, errors: {}, asksPassword, ...shown });
  }
}

function errorsOf(checked: object): Readonly<Record<string, string>> {
  return 'errors' in checked ? (checked.errors as Readonly<Record<string, string>>) : {};
}
