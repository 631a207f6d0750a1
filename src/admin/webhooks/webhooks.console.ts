import { Get, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { WEBHOOK_FIELDS } from '../../oauth/webhooks/webhook.fields.js';
import { textIn } from '../../platform/checks/form.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { labelsOf, onForm } from '../../platform/records/form.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { RecordForm } from '../shell/console/record-form.js';
import { doneIn, outcomeOf, queryIn, sentForm } from '../shell/console/sent-form.js';
import { NewWebhookBody, WebhookQuery } from './webhook.args.js';
import { newWebhookPage, webhookSecretPage, webhooksPage } from './webhooks.page.js';
import { Webhooks } from './webhooks.service.js';

const DONE: Readonly<Record<string, string>> = { deleted: 'Deleted.' };
const LABELS = { ...labelsOf(WEBHOOK_FIELDS), clientId: 'Client id' };
const FORM = new RecordForm(onForm(WEBHOOK_FIELDS), NewWebhookBody, LABELS);

/** The console's list of webhooks, and the form for a new one (D275). */
@Console('webhooks')
export class WebhooksConsole {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminwebhookspage', 'Webhooks')
  async list(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = await sentForm(WebhookQuery, visit.query);
    const items = 'body' in sent ? await this.webhooks.list(sent.body.client ?? null) : [];
    const done = doneIn(visit, DONE);
    return html(webhooksPage({ by: visit.by, items, query: sent.values, done, ...sent }));
  }

  @Get('new')
  @ConsolePage('adminwebhooknewpage', 'Form for a new webhook')
  newPage(@AtConsole() visit: ConsoleVisit): Shown {
    const { by, asksPassword } = visit;
    const clientId = queryIn(visit, 'client');
    const { fields, empty: values } = FORM;
    return html(newWebhookPage({ by, fields, values, clientId, errors: {}, asksPassword }));
  }

  @Post('new')
  @ConsolePage('adminwebhooknew', 'Creates a webhook and shows its secret', { writes: true })
  async create(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const { by, asksPassword } = visit;
    const clientId = textIn(visit.body, 'clientId').trim();
    const sent = await this.confirmation.withPassword(visit, FORM.read(visit, { clientId }));
    const outcome = await outcomeOf(sent, (body) => this.webhooks.create(body, by));
    if ('done' in outcome)
      return html(webhookSecretPage({ by, webhook: outcome.done, done: 'Webhook created.' }), {
        status: 201,
      });
    const props = { by, fields: FORM.fields, values: sent.values, clientId, ...outcome };
    return html(newWebhookPage({ ...props, asksPassword }), { status: 422 });
  }
}
