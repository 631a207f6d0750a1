import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { Problems } from '../../platform/errors/problems.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { CurrentEditor, type Editor } from '../shell/access/editor.js';
import { tagged } from '../shell/etag.js';
import type { ListPage } from '../shell/paging.js';
import { versionOfWebhook, Webhooks } from './webhooks.service.js';
import { DeliveryQuery, NewWebhookBody, WebhookChange, WebhookQuery } from './webhook.args.js';
import {
  DeliveryPage,
  DeliveryView,
  ReplayView,
  WebhookList,
  WebhookSecretView,
  WebhookView,
} from './webhook.view.js';

@AdminApi('webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: Webhooks) {}

  @Get()
  @AdminRoute('adminwebhooklist', 'Lists webhooks', { answers: WebhookList })
  async list(@Query() { client }: WebhookQuery): Promise<WebhookList> {
    return { items: await this.webhooks.list(client ?? null) };
  }

  @Post()
  @AdminRoute('adminwebhookcreate', 'Creates a webhook; its signing secret is shown only in this answer', {
    writes: true,
    needsConfirmation: true,
    status: 201,
    idempotency: 'shows a secret',
    answers: WebhookSecretView,
  })
  async create(@Body() asked: NewWebhookBody, @CurrentAdministrator() by: Administrator): Promise<Shown> {
    return tagged(await this.webhooks.create(asked, by), versionOfWebhook, 201);
  }

  @Get(':id')
  @AdminRoute('adminwebhookget', 'One webhook, and how it is', { answers: WebhookView })
  async get(@Param('id') id: string): Promise<Shown> {
    return tagged(await this.webhooks.get(id), versionOfWebhook);
  }

  @Patch(':id')
  @AdminRoute('adminwebhookupdate', 'Changes, disables or enables a webhook', {
    writes: true,
    needsConfirmation: true,
    answers: WebhookView,
  })
  async update(
    @Param('id') id: string,
    @Body() change: WebhookChange,
    @CurrentEditor() by: Editor,
  ): Promise<Shown> {
    return tagged(await this.webhooks.update(id, change, by), versionOfWebhook);
  }

  @Delete(':id')
  @AdminRoute('adminwebhookdelete', 'Deletes a webhook with all of its deliveries', {
    writes: true,
    needsConfirmation: true,
    status: 204,
  })
  remove(@Param('id') id: string, @CurrentEditor() by: Editor): Promise<void> {
    return this.webhooks.remove(id, by);
  }

  @Post(':id/secret')
  @AdminRoute('adminwebhooksecret', 'Makes a new signing secret; the previous one signs too for a day', {
    writes: true,
    needsConfirmation: true,
    status: 201,
    idempotency: 'shows a secret',
    answers: WebhookSecretView,
  })
  async renewSecret(@Param('id') id: string, @CurrentEditor() by: Editor): Promise<Shown> {
    return tagged(await this.webhooks.renewSecret(id, by), versionOfWebhook, 201);
  }

  @Post(':id/test')
  @AdminRoute('adminwebhooktest', 'Sends a test event', {
    writes: true,
    status: 202,
    problems: [Problems.conflict],
  })
  test(@Param('id') id: string, @CurrentAdministrator() by: Administrator): Promise<void> {
    return this.webhooks.test(id, by);
  }

  @Post(':id/replay')
  @AdminRoute('adminwebhookreplay', 'Sends all deliveries again that were given up', {
    writes: true,
    answers: ReplayView,
    problems: [Problems.conflict],
  })
  replayFailed(@Param('id') id: string, @CurrentAdministrator() by: Administrator): Promise<ReplayView> {
    return this.webhooks.replayFailed(id, by);
  }

  @Get(':id/deliveries')
  @AdminRoute('adminwebhookdeliveries', 'What was sent to a webhook, and its answers; the newest first', {
    answers: DeliveryPage,
  })
  listDeliveries(@Param('id') id: string, @Query() query: DeliveryQuery): Promise<ListPage<DeliveryView>> {
    return this.webhooks.deliveries(id, query);
  }

  @Get(':id/deliveries/:delivery')
  @AdminRoute('adminwebhookdelivery', 'One delivery', { answers: DeliveryView })
  delivery(@Param('id') id: string, @Param('delivery') delivery: string): Promise<DeliveryView> {
    return this.webhooks.delivery(id, delivery);
  }

  @Post(':id/deliveries/:delivery/replay')
  @AdminRoute('adminwebhookdeliveryreplay', 'Sends a delivery that is over again, under the id that it had', {
    writes: true,
    answers: DeliveryView,
    problems: [Problems.conflict],
  })
  replay(
    @Param('id') id: string,
    @Param('delivery') delivery: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<DeliveryView> {
    return this.webhooks.replay(id, delivery, by);
  }
}
