import { Module } from '@nestjs/common';
import { WebhooksModule } from '../../oauth/webhooks/webhooks.module.js';
import { AdminClientsModule } from '../clients/admin-clients.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { WebhooksConsole } from './webhooks.console.js';
import { WebhooksController } from './webhooks.controller.js';
import { Webhooks } from './webhooks.service.js';

@Module({
  imports: [AdminClientsModule, ShellModule, WebhooksModule],
  controllers: [WebhooksConsole, WebhooksController],
  providers: [Webhooks],
})
export class AdminWebhooksModule {}
