import { Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { refusalOf, queryIn } from '../shell/console/sent-form.js';
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
  test(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @Res() response: Response,
  ): Promise<void> {
    const sending = this.deliveries.test(id, by).then(() => 'test');
    return this.settle(response, { id, by }, sending);
  }

  @Post('replay')
  @ConsolePage('adminwebhooksendagain', 'Sends all deliveries again that failed', { writes: true })
  replayFailed(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @Res() response: Response,
  ): Promise<void> {
    const sending = this.deliveries.replayFailed(id, by).then(({ isDone }) => (isDone ? 'replay' : 'some'));
    return this.settle(response, { id, by }, sending);
  }

  @Get('deliveries/:delivery')
  @ConsolePage('adminwebhookdeliverypage', 'One delivery, with its answer')
  async page(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @Param('delivery') delivery: string,
    @Req() request: Request,
  ): Promise<string> {
    return this.show(id, delivery, by, { done: DONE[queryIn(request, 'done')] });
  }

  @Post('deliveries/:delivery/replay')
  @ConsolePage('adminwebhookdeliverysendagain', 'Sends a delivery again', { writes: true })
  async replay(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @Param('delivery') delivery: string,
    @Res() response: Response,
  ): Promise<void> {
    const outcome = await refusalOf(this.deliveries.replay(id, delivery, by));
    const address = addressOfWebhook(id, `/deliveries/${delivery}?done=replay`);
    if ('done' in outcome) return response.redirect(303, address);
    response.status(409).type('html');
    response.send(await this.show(id, delivery, by, { problem: outcome.problem }));
  }

  private async show(
    id: string,
    delivery: string,
    by: Administrator,
    told: { readonly done?: string; readonly problem?: string },
  ): Promise<string> {
    const webhook = await this.webhooks.get(id);
    return deliveryPage({ by, webhook, delivery: await this.deliveries.get(id, delivery), ...told });
  }

  /** Shows the webhook's page with the notice of what was sent, or with the reason why nothing was. */
  private async settle(
    response: Response,
    { id, by }: { id: string; by: Administrator },
    sending: Promise<string>,
  ): Promise<void> {
    const outcome = await refusalOf(sending);
    if ('done' in outcome) return response.redirect(303, addressOfWebhook(id, `?done=${outcome.done}`));
    response.status(409).type('html');
    response.send(await this.pages.page(id, by, {}, { problem: outcome.problem }));
  }
}
