import { Get, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { followUp } from '../../platform/errors/outcome.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { outcomeOf, type FormErrors } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { NEW_CLIENT_FORM, type ClientFormValues } from './client-form.js';
import { ClientLookup } from './client-lookup.js';
import { ClientPages } from './client-pages.js';
import { Clients } from './clients.service.js';
import { newClientPage } from './new-client.page.js';

/** Creates a client, at /admin/new-client: below /admin/clients any word may be a client_id. */
@Console('new-client')
export class NewClientConsole {
  constructor(
    private readonly clients: Clients,
    private readonly lookup: ClientLookup,
    private readonly pages: ClientPages,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminclientnewpage', 'Form for a new client')
  page(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    return this.render(visit, NEW_CLIENT_FORM.empty, { errors: {} });
  }

  @Post()
  @ConsolePage('adminclientnew', 'Creates a client and shows its secret', { writes: true })
  async create(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = await this.confirmation.withPassword(visit, NEW_CLIENT_FORM.read(visit));
    const outcome = await outcomeOf(sent, (body) => this.clients.create(body, visit.by));
    if (!('done' in outcome)) return this.render(visit, sent.values, outcome, 422);
    return html(await followUp(this.pages.created(outcome.done, visit.by)), { status: 201 });
  }

  private async render(
    { by, asksPassword }: ConsoleVisit,
    values: ClientFormValues,
    refusal: { errors: FormErrors; problem?: string },
    status = 200,
  ): Promise<Shown> {
    const rulesets = await this.lookup.rulesets();
    return html(newClientPage({ by, values, rulesets, asksPassword, ...refusal }), { status });
  }
}
