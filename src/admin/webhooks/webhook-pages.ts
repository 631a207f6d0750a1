import { Injectable } from '@nestjs/common';
import { WEBHOOK_FIELDS } from '../../oauth/webhooks/webhook.fields.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { changeable, labelsOf } from '../../platform/records/form.js';
import type { ConsoleVisit } from '../shell/access/administrator.js';
import { RecordForm } from '../shell/console/record-form.js';
import { sentForm, type Refused } from '../shell/console/sent-form.js';
import { etagOf } from '../shell/etag.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { DeliveryQuery, WebhookChange } from './webhook.args.js';
import { webhookPage, type WebhookPageProps } from './webhook.page.js';
import { stateOf, Webhooks } from './webhooks.service.js';

export const WEBHOOK_FORM = new RecordForm(
  changeable(WEBHOOK_FIELDS),
  WebhookChange,
  labelsOf(WEBHOOK_FIELDS),
);

/** Loads the data of a webhook's page and renders it. */
@Injectable()
export class WebhookPages {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly deliveries: WebhookDeliveriesService,
  ) {}

  /** @param told the result of the form that was sent: its values, errors, notice */
  async page(
    { by, asksPassword }: ConsoleVisit,
    id: string,
    query: unknown,
    told: Partial<WebhookPageProps> = {},
  ): Promise<string> {
    const webhook = await this.webhooks.get(id);
    const sent = await sentForm(DeliveryQuery, query);
    const none = { items: [], next: null };
    const deliveries = 'body' in sent ? await this.deliveries.list(id, sent.body) : none;
    const refused = 'errors' in sent ? { errors: sent.errors, problem: sent.problem } : { errors: {} };
    return webhookPage({
      ...{ by, webhook, deliveries, query: sent.values },
      ...{ fields: WEBHOOK_FORM.fields, values: WEBHOOK_FORM.of(webhook), etag: etagOf(stateOf(webhook)) },
      asksPassword,
      ...refused,
      ...told,
    });
  }

  /** The page again, with the errors of the form that was sent. */
  async refuse(visit: ConsoleVisit, id: string, told: Refused & Partial<WebhookPageProps>): Promise<Shown> {
    return html(await this.page(visit, id, {}, told), { status: 422 });
  }
}
