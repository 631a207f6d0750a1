import { Get, Post } from '@nestjs/common';
import { CLIENT_KINDS, isClientKind, type ClientKindName } from '../../oauth/clients/client-kinds.js';
import { textIn } from '../../platform/checks/form.js';
import { Console } from '../../platform/operations/controllers.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { followUp } from '../../platform/errors/outcome.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { outcomeOf, queryIn, type FormErrors } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { NEW_CLIENT_FORM, valuesOfKind, withNeeds, type ClientFormValues } from './client-fields.js';
import { ClientLookup } from './client-lookup.js';
import { Clients } from './clients.service.js';
import { ClientTests } from './client-tests.js';
import { createdClientPage, kindsPage, newClientPage } from './new-client.page.js';

/** Creates a client: first what it is, then the form for that (D388). */
@Console('clients/new')
export class NewClientConsole {
  constructor(
    private readonly clients: Clients,
    private readonly lookup: ClientLookup,
    private readonly tests: ClientTests,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminclientnewpage', 'Form for a new client')
  async page(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const kind = queryIn(visit, 'kind');
    if (isClientKind(kind)) return this.render(visit, kind, valuesOfKind(CLIENT_KINDS[kind]), { errors: {} });
    return kindsIn(visit, kind);
  }

  @Post()
  @ConsolePage('adminclientnew', 'Creates a client and shows its secret', { writes: true, shows: 'once' })
  async create(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const kind = textIn(visit.body, 'kind');
    if (!isClientKind(kind)) return kindsIn(visit, kind);
    const read = NEW_CLIENT_FORM.read(visit).then((sent) => withNeeds(sent, CLIENT_KINDS[kind]));
    const sent = await this.confirmation.withPassword(visit, read);
    const outcome = await outcomeOf(sent, (body) => this.clients.create(body, visit.by));
    if (!('done' in outcome)) return this.render(visit, kind, sent.values, outcome, 422);
    const client = outcome.done;
    const secret = client.secret ?? undefined;
    const [trials, connection] = await followUp(
      Promise.all([this.tests.trials(client, secret), this.tests.connection(client, secret)]),
    );
    return html(createdClientPage({ by: visit.by, client, trials, connection }), { status: 201 });
  }

  private async render(
    { by, asksPassword }: ConsoleVisit,
    kind: ClientKindName,
    values: ClientFormValues,
    refusal: { errors: FormErrors; problem?: string },
    status = 200,
  ): Promise<Shown> {
    const rulesets = await this.lookup.rulesets();
    return html(newClientPage({ by, kind, values, rulesets, asksPassword, ...refusal }), { status });
  }
}

/** What there is to choose. @param kind as it was sent; empty: none was */
function kindsIn({ by }: ConsoleVisit, kind: string): Shown {
  const isSent = kind !== '';
  return html(
    kindsPage({ by, problem: isSent ? 'There is no such kind of client. Choose one.' : undefined }),
    {
      status: isSent ? 422 : 200,
    },
  );
}
