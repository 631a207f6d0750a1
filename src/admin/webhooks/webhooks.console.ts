import { Get, Post, Param } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { html, type Shown, seeOther } from '../../platform/operations/shown.js';
import { WEBHOOK_FIELDS } from '../../oauth/webhooks/webhook.fields.js';
import { textIn, doneIn } from '../../platform/checks/form.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { labelsOf, onForm, changeable } from '../../platform/records/typed-form.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { editorIn } from '../shell/access/editor.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { listed } from '../shell/console/listed.js';
import { RecordForm } from '../shell/console/record-form.js';
import { outcomeOf, queryIn, sentForm, doneOrRefused } from '../shell/console/sent-form.js';
import { NewWebhookBody, WebhookQuery, DeliveryQuery, WebhookChange } from './webhook.args.js';
import { newWebhookPage, webhookSecretPage, webhooksPage, addressOfWebhook } from './webhooks.page.js';
import { Webhooks, versionOfWebhook } from './webhooks.service.js';
import { webhookDeletion, webhookPage, type WebhookPageProps } from './webhook.page.js';
import { deliveryPage } from './delivery.page.js';
import { etagOf } from '../shell/etag.js';

const LIST_DONE = { deleted: 'Deleted.' };
const DONE: Readonly<Record<string, string>> = {
  saved: 'Changes saved.',
  enabled: 'Enabled. It is told what happens from now on.',
  disabled: 'Disabled. Nothing more is sent.',
  test: 'A test is on its way. Reload the page for its answer.',
  replay: 'Sending again. Reload the page for the answers.',
  some: 'Sending again as many as one request takes; there are more that failed.',
};
const DELIVERY_DONE = { replay: 'Sending again. Reload the page for the answer.' };
const LABELS = labelsOf(WEBHOOK_FIELDS);
const NEW_FORM = new RecordForm(onForm(WEBHOOK_FIELDS), NewWebhookBody, { ...LABELS, clientId: 'Client id' });
const FORM = new RecordForm(changeable(WEBHOOK_FIELDS), WebhookChange, LABELS);

/** The console's pages of webhooks and their deliveries (D275). An administrator confirms the password to change a webhook. */
@Console('webhooks')
export class WebhooksConsole {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminwebhookspage', 'Webhooks')
  async list(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const list = await listed(visit, WebhookQuery, async ({ client = null }) => {
      return { items: await this.webhooks.list(client), next: null };
    });
    return html(webhooksPage({ ...list, done: doneIn(visit, LIST_DONE) }));
  }

  @Get('new')
  @ConsolePage('adminwebhooknewpage', 'Form for a new webhook')
  newPage(@AtConsole() visit: ConsoleVisit): Shown {
    const { by, asksPassword } = visit;
    const clientId = queryIn(visit, 'client');
    const { fields, empty: values } = NEW_FORM;
    return html(newWebhookPage({ by, fields, values, clientId, errors: {}, asksPassword }));
  }

  @Post('new')
  @ConsolePage('adminwebhooknew', 'Creates a webhook and shows its secret', { writes: true, shows: 'once' })
  async create(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const { by, asksPassword } = visit;
    const clientId = textIn(visit.body, 'clientId').trim();
    const sent = await this.confirmation.withPassword(visit, NEW_FORM.read(visit, { clientId }));
    const outcome = await outcomeOf(sent, (body) => this.webhooks.create(body, by));
    if ('done' in outcome)
      return html(webhookSecretPage({ by, webhook: outcome.done, done: 'Webhook created.' }), {
        status: 201,
      });
    const props = { by, fields: NEW_FORM.fields, values: sent.values, clientId, ...outcome };
    return html(newWebhookPage({ ...props, asksPassword }), { status: 422 });
  }

  @Get(':id')
  @ConsolePage('adminwebhookpage', 'One webhook, with its deliveries')
  async page(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    return this.show(visit, id, { done: doneIn(visit, DONE) }, { query: visit.query });
  }

  @Post(':id')
  @ConsolePage('adminwebhooksave', 'Changes a webhook', { writes: true })
  async save(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const sent = await this.confirmation.withPassword(visit, FORM.read(visit));
    const outcome = await outcomeOf(sent, (body) => this.webhooks.update(id, body, editorIn(visit)));
    if ('done' in outcome) return seeOther(addressOfWebhook(id, '?done=saved'));
    return this.show(visit, id, { values: sent.values, ...outcome }, { status: 422 });
  }

  @Post(':id/state')
  @ConsolePage('adminwebhookstate', 'Enables or disables a webhook', { writes: true })
  async setState(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const isEnabled = textIn(visit.body, 'state') === 'enabled';
    const outcome = await this.confirmation.ifConfirmed(visit, 'state', () =>
      this.webhooks.update(id, { isEnabled }, editorIn(visit)),
    );
    const done = isEnabled ? 'enabled' : 'disabled';
    if ('done' in outcome) return seeOther(addressOfWebhook(id, `?done=${done}`));
    return this.show(visit, id, outcome, { status: 422 });
  }

  @Post(':id/secret')
  @ConsolePage('adminwebhooksecretform', 'Makes a new signing secret and shows it', {
    writes: true,
    shows: 'once',
  })
  async renewSecret(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const outcome = await this.confirmation.ifConfirmed(visit, 'secret', () =>
      this.webhooks.renewSecret(id, editorIn(visit)),
    );
    if (!('done' in outcome)) return this.show(visit, id, outcome, { status: 422 });
    const done = 'New signing secret made.';
    return html(webhookSecretPage({ by: visit.by, webhook: outcome.done, done }), { status: 201 });
  }

  @Get(':id/delete')
  @ConsolePage('adminwebhookdeletepage', 'Confirms the deletion of a webhook')
  async deletePage(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const webhook = await this.webhooks.get(id);
    return this.confirmation.askDeletion(visit, webhookDeletion(webhook), versionOfWebhook(webhook));
  }

  @Post(':id/delete')
  @ConsolePage('adminwebhookremove', 'Deletes a webhook', { writes: true })
  async remove(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const deletion = webhookDeletion(await this.webhooks.get(id));
    return this.confirmation.delete(visit, deletion, (by) => this.webhooks.remove(id, by));
  }

  @Post(':id/test')
  @ConsolePage('adminwebhooktry', 'Sends a test event', { writes: true })
  test(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const sending = this.webhooks.test(id, visit.by).then(() => 'test');
    return this.settle(visit, id, sending);
  }

  @Post(':id/replay')
  @ConsolePage('adminwebhooksendagain', 'Sends all deliveries again that failed', { writes: true })
  replayFailed(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const sending = this.webhooks
      .replayFailed(id, visit.by)
      .then(({ isDone }) => (isDone ? 'replay' : 'some'));
    return this.settle(visit, id, sending);
  }

  @Get(':id/deliveries/:delivery')
  @ConsolePage('adminwebhookdeliverypage', 'One delivery, with its answer')
  async deliveryPage(
    @AtConsole() visit: ConsoleVisit,
    @Param('id') id: string,
    @Param('delivery') delivery: string,
  ): Promise<Shown> {
    return this.showDelivery(visit, id, delivery, { done: doneIn(visit, DELIVERY_DONE) });
  }

  @Post(':id/deliveries/:delivery/replay')
  @ConsolePage('adminwebhookdeliverysendagain', 'Sends a delivery again', { writes: true })
  async replay(
    @AtConsole() visit: ConsoleVisit,
    @Param('id') id: string,
    @Param('delivery') delivery: string,
  ): Promise<Shown> {
    const outcome = await doneOrRefused(this.webhooks.replay(id, delivery, visit.by));
    const address = addressOfWebhook(id, `/deliveries/${delivery}?done=replay`);
    if ('done' in outcome) return seeOther(address);
    return this.showDelivery(visit, id, delivery, { problem: outcome.problem }, 409);
  }

  /** @param told the result of the form that was sent: its values, errors, notice */
  private async show(
    { by, asksPassword }: ConsoleVisit,
    id: string,
    told: Partial<WebhookPageProps>,
    { query = {}, status = 200 }: { readonly query?: unknown; readonly status?: number },
  ): Promise<Shown> {
    const webhook = await this.webhooks.get(id);
    const sent = await sentForm(DeliveryQuery, query);
    const none = { items: [], next: null };
    const deliveries = 'body' in sent ? await this.webhooks.deliveries(id, sent.body) : none;
    const refused = 'errors' in sent ? { errors: sent.errors, problem: sent.problem } : { errors: {} };
    const page = webhookPage({
      ...{ by, webhook, deliveries, query: sent.values },
      ...{ fields: FORM.fields, values: FORM.of(webhook), etag: etagOf(versionOfWebhook(webhook)) },
      asksPassword,
      ...refused,
      ...told,
    });
    return html(page, { status });
  }

  private async showDelivery(
    { by }: ConsoleVisit,
    id: string,
    delivery: string,
    told: { readonly done?: string; readonly problem?: string },
    status = 200,
  ): Promise<Shown> {
    const webhook = await this.webhooks.get(id);
    const sent = await this.webhooks.delivery(id, delivery);
    return html(deliveryPage({ by, webhook, delivery: sent, ...told }), { status });
  }

  /** Shows the webhook's page with the notice of what was sent, or with the reason why nothing was. */
  private async settle(visit: ConsoleVisit, id: string, sending: Promise<string>): Promise<Shown> {
    const outcome = await doneOrRefused(sending);
    if ('done' in outcome) return seeOther(addressOfWebhook(id, `?done=${outcome.done}`));
    return this.show(visit, id, { problem: outcome.problem }, { status: 409 });
  }
}
