import { Module } from '@nestjs/common';
import { WebhooksModule } from '../../oauth/webhooks/webhooks.module.js';
import { AdminClientsModule } from '../clients/clients.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { WebhookConsole } from './webhook.console.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { WebhookDeliveriesConsole } from './webhook-deliveries.console.js';
import { WebhookPages } from './webhook-pages.js';
import { WebhooksConsole } from './webhooks.console.js';
import { WebhooksController } from './webhooks.controller.js';
import { Webhooks } from './webhooks.service.js';

@Module({
  imports: [AdminClientsModule, ShellModule, WebhooksModule],
  controllers: [WebhooksConsole, WebhookConsole, WebhookDeliveriesConsole, WebhooksController],
  providers: [WebhookDeliveriesService, WebhookPages, Webhooks],
})
export class AdminWebhooksModule {}
