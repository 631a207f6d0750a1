import { Get, Post, UsePipes } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { followUp } from '../../platform/errors/outcome.js';
import { emptyForm, valuesOf } from '../../platform/records/form.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { checkedForm, refusalOf, withPassword, type FormErrors } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { CLIENT_LABELS, clientFormIn, NEW_CLIENT_FORM, type ClientFormValues } from './client-form.js';
import { ClientLookup } from './client-lookup.js';
import { ClientPages } from './client-pages.js';
import { NewClientBody } from '../../oauth/clients/client-entry.js';
import type { CreatedClientView } from './client.view.js';
import { Clients } from './clients.service.js';
import { newClientPage } from './new-client.page.js';

/** Creates a client, at /admin/new-client: below /admin/clients any word may be a client_id. */
@Console('new-client')
@UsePipes(bodyPipe)
export class NewClientConsole {
  constructor(
    private readonly clients: Clients,
    private readonly lookup: ClientLookup,
    private readonly pages: ClientPages,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminclientnewpage', 'Form for a new client')
  page(@CurrentAdministrator() by: Administrator): Promise<Shown> {
    return this.render(by, emptyForm(NEW_CLIENT_FORM), { errors: {} });
  }

  @Post()
  @ConsolePage('adminclientnew', 'Creates a client and shows its secret', { writes: true })
  async create(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const values = clientFormIn(visit);
    const outcome = await this.tryToCreate(visit, by, values);
    if (!('done' in outcome)) return this.render(by, values, outcome, 422);
    return html(await followUp(this.pages.created(outcome.done, by)), { status: 201 });
  }

  private async tryToCreate(
    visit: Visit,
    by: Administrator,
    values: ClientFormValues,
  ): Promise<{ done: CreatedClientView } | { errors: FormErrors; problem?: string }> {
    const checked = withPassword(
      await checkedForm(NewClientBody, valuesOf(NEW_CLIENT_FORM, values), CLIENT_LABELS),
      await this.confirmation.passwordProblem(visit, by),
    );
    if ('errors' in checked) return checked;
    return refusalOf(this.clients.create(checked.body, by), CLIENT_LABELS);
  }

  private async render(
    by: Administrator,
    values: ClientFormValues,
    refusal: { errors: FormErrors; problem?: string },
    status = 200,
  ): Promise<Shown> {
    const rulesets = await this.lookup.rulesets();
    const asksPassword = this.confirmation.asksPassword(by);
    return html(newClientPage({ by, values, rulesets, asksPassword, ...refusal }), { status });
  }
}
