import { Get, Post, UsePipes } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { WEBHOOK_FIELDS } from '../../oauth/webhooks/webhook.fields.js';
import { textIn } from '../../platform/checks/form.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { emptyForm, formIn, labelsOf, onForm, valuesOf } from '../../platform/records/form.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { checkedForm, refusalOf, sentForm, withPassword, queryIn } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { NewWebhookBody, WebhookQuery } from './webhook.args.js';
import { newWebhookPage, webhookSecretPage, webhooksPage } from './webhooks.page.js';
import { Webhooks } from './webhooks.service.js';

const DONE: Readonly<Record<string, string>> = { deleted: 'Deleted.' };
const FORM = onForm(WEBHOOK_FIELDS);
const LABELS = { ...labelsOf(WEBHOOK_FIELDS), clientId: 'Client id' };

/** The console's list of webhooks, and the form for a new one (D275). */
@Console('webhooks')
@UsePipes(bodyPipe)
export class WebhooksConsole {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminwebhookspage', 'Webhooks')
  async list(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const sent = await sentForm(WebhookQuery, visit.query);
    const items = 'body' in sent ? await this.webhooks.list(sent.body.client ?? null) : [];
    const done = DONE[queryIn(visit, 'done')];
    return html(webhooksPage({ by, items, query: sent.values, done, ...sent }));
  }

  @Get('new')
  @ConsolePage('adminwebhooknewpage', 'Form for a new webhook')
  newPage(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Shown {
    const clientId = queryIn(visit, 'client');
    const asksPassword = this.confirmation.asksPassword(by);
    const values = emptyForm(FORM);
    return html(newWebhookPage({ by, fields: FORM, values, clientId, errors: {}, asksPassword }));
  }

  @Post('new')
  @ConsolePage('adminwebhooknew', 'Creates a webhook and shows its secret', { writes: true })
  async create(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const values = formIn(FORM, (name) => textIn(visit.body, name));
    const clientId = textIn(visit.body, 'clientId').trim();
    const checked = withPassword(
      await checkedForm(NewWebhookBody, { ...valuesOf(FORM, values), clientId }, LABELS),
      await this.confirmation.passwordProblem(visit, by),
    );
    const outcome =
      'errors' in checked ? checked : await refusalOf(this.webhooks.create(checked.body, by), LABELS);
    if ('done' in outcome)
      return html(webhookSecretPage({ by, webhook: outcome.done, done: 'Webhook created.' }), {
        status: 201,
      });
    const props = { by, fields: FORM, values, clientId, ...outcome };
    const asksPassword = this.confirmation.asksPassword(by);
    return html(newWebhookPage({ ...props, asksPassword }), { status: 422 });
  }
}
