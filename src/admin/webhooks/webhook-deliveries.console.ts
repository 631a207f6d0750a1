import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { doneIn, refusalOf } from '../shell/console/sent-form.js';
import { deliveryPage } from './delivery.page.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { WebhookPages } from './webhook-pages.js';
import { addressOfWebhook } from './webhooks.page.js';
import { Webhooks } from './webhooks.service.js';

const DONE: Readonly<Record<string, string>> = { replay: 'Sending again. Reload the page for the answer.' };

/** The console's page of a delivery, and the forms that send. */
@Console('webhooks/:id')
export class WebhookDeliveriesConsole {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly deliveries: WebhookDeliveriesService,
    private readonly pages: WebhookPages,
  ) {}

  @Post('test')
  @ConsolePage('adminwebhooktry', 'Sends a test event', { writes: true })
  test(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const sending = this.deliveries.test(id, visit.by).then(() => 'test');
    return this.settle(visit, id, sending);
  }

  @Post('replay')
  @ConsolePage('adminwebhooksendagain', 'Sends all deliveries again that failed', { writes: true })
  replayFailed(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const sending = this.deliveries
      .replayFailed(id, visit.by)
      .then(({ isDone }) => (isDone ? 'replay' : 'some'));
    return this.settle(visit, id, sending);
  }

  @Get('deliveries/:delivery')
  @ConsolePage('adminwebhookdeliverypage', 'One delivery, with its answer')
  async page(
    @AtConsole() visit: ConsoleVisit,
    @Param('id') id: string,
    @Param('delivery') delivery: string,
  ): Promise<Shown> {
    return this.show(visit, id, delivery, { done: doneIn(visit, DONE) });
  }

  @Post('deliveries/:delivery/replay')
  @ConsolePage('adminwebhookdeliverysendagain', 'Sends a delivery again', { writes: true })
  async replay(
    @AtConsole() visit: ConsoleVisit,
    @Param('id') id: string,
    @Param('delivery') delivery: string,
  ): Promise<Shown> {
    const outcome = await refusalOf(this.deliveries.replay(id, delivery, visit.by));
    const address = addressOfWebhook(id, `/deliveries/${delivery}?done=replay`);
    if ('done' in outcome) return seeOther(address);
    return this.show(visit, id, delivery, { problem: outcome.problem }, 409);
  }

  private async show(
    { by }: ConsoleVisit,
    id: string,
    delivery: string,
    told: { readonly done?: string; readonly problem?: string },
    status = 200,
  ): Promise<Shown> {
    const webhook = await this.webhooks.get(id);
    const sent = await this.deliveries.get(id, delivery);
    return html(deliveryPage({ by, webhook, delivery: sent, ...told }), { status });
  }

  /** Shows the webhook's page with the notice of what was sent, or with the reason why nothing was. */
  private async settle(visit: ConsoleVisit, id: string, sending: Promise<string>): Promise<Shown> {
    const outcome = await refusalOf(sending);
    if ('done' in outcome) return seeOther(addressOfWebhook(id, `?done=${outcome.done}`));
    return html(await this.pages.page(visit, id, {}, { problem: outcome.problem }), { status: 409 });
  }
}
