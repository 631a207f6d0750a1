import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { textIn } from '../../platform/checks/form.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { doneIn, etagIn, outcomeOf } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { WEBHOOK_FORM, WebhookPages } from './webhook-pages.js';
import { webhookDeletion } from './webhook.page.js';
import { addressOfWebhook, webhookSecretPage } from './webhooks.page.js';
import { stateOf, Webhooks } from './webhooks.service.js';

const DONE: Readonly<Record<string, string>> = {
  saved: 'Changes saved.',
  enabled: 'Enabled. It is told what happens from now on.',
  disabled: 'Disabled. Nothing more is sent.',
  test: 'A test is on its way. Reload the page for its answer.',
  replay: 'Sending again. Reload the page for the answers.',
  some: 'Sending again as many as one request takes; there are more that failed.',
};

/** The console's page of a webhook, and its forms. Whoever changes one confirms the password. */
@Console('webhooks/:id')
export class WebhookConsole {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly pages: WebhookPages,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminwebhookpage', 'One webhook, with its deliveries')
  async page(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    return html(await this.pages.page(visit, id, visit.query, { done: doneIn(visit, DONE) }));
  }

  @Post()
  @ConsolePage('adminwebhooksave', 'Changes a webhook', { writes: true })
  async save(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const sent = await this.confirmation.withPassword(visit, WEBHOOK_FORM.read(visit));
    const outcome = await outcomeOf(sent, (body) => this.webhooks.update(id, body, etagIn(visit), visit.by));
    if ('done' in outcome) return seeOther(addressOfWebhook(id, '?done=saved'));
    return this.pages.refuse(visit, id, { values: sent.values, ...outcome });
  }

  @Post('state')
  @ConsolePage('adminwebhookstate', 'Enables or disables a webhook', { writes: true })
  async setState(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const isEnabled = textIn(visit.body, 'state') === 'enabled';
    const outcome = await this.confirmation.ifConfirmed(visit, 'state', () =>
      this.webhooks.update(id, { isEnabled }, etagIn(visit), visit.by),
    );
    const done = isEnabled ? 'enabled' : 'disabled';
    if ('done' in outcome) return seeOther(addressOfWebhook(id, `?done=${done}`));
    return this.pages.refuse(visit, id, outcome);
  }

  @Post('secret')
  @ConsolePage('adminwebhooksecretform', 'Makes a new signing secret and shows it', { writes: true })
  async renewSecret(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const outcome = await this.confirmation.ifConfirmed(visit, 'secret', () =>
      this.webhooks.renewSecret(id, etagIn(visit), visit.by),
    );
    if (!('done' in outcome)) return this.pages.refuse(visit, id, outcome);
    const done = 'New signing secret made.';
    return html(webhookSecretPage({ by: visit.by, webhook: outcome.done, done }), { status: 201 });
  }

  @Get('delete')
  @ConsolePage('adminwebhookdeletepage', 'Confirms the deletion of a webhook')
  async deletePage(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const webhook = await this.webhooks.get(id);
    return this.confirmation.askDeletion(visit, webhookDeletion(webhook), stateOf(webhook));
  }

  @Post('delete')
  @ConsolePage('adminwebhookremove', 'Deletes a webhook', { writes: true })
  async remove(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const deletion = webhookDeletion(await this.webhooks.get(id));
    return this.confirmation.delete(visit, deletion, (etag) => this.webhooks.remove(id, etag, visit.by));
  }
}
