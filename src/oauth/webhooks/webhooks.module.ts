import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { EventDecisions } from './event-decisions.js';
import { EventSpreader } from './event-spreader.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookHearers } from './webhook-hearers.js';
import { WebhookLists } from './webhook-lists.js';
import { WebhookStore } from './webhook-store.js';
import { WebhookWorker } from './webhook-worker.js';

@Module({
  imports: [ClientsModule],
  providers: [
    EventDecisions,
    EventSpreader,
    WebhookDeliveries,
    WebhookHearers,
    WebhookLists,
    WebhookStore,
    WebhookWorker,
  ],
  exports: [WebhookLists, WebhookStore, WebhookWorker],
})
export class WebhooksModule {}
