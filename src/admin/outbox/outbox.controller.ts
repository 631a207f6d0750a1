import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { AdminApi, AdminRoute } from '../../contract/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../access/administrator.js';
import type { ListPage } from '../paging.js';
import { Messages } from './messages.service.js';
import { MessagePage, MessageQuery, MessageTextView, MessageView } from './messages.view.js';

@AdminApi('outbox')
export class OutboxController {
  constructor(private readonly messages: Messages) {}

  @Get()
  @AdminRoute('adminoutboxlist', 'Lists messages, the newest first', { role: 'support' })
  @ApiOkResponse({ type: MessagePage })
  list(@Query() query: MessageQuery): Promise<ListPage<MessageView>> {
    return this.messages.list(query);
  }

  @Get(':id')
  @AdminRoute('adminoutboxget', 'One message', { role: 'support' })
  @ApiOkResponse({ type: MessageView })
  get(@Param('id') id: string): Promise<MessageView> {
    return this.messages.get(id);
  }

  @Get(':id/text')
  @AdminRoute('adminoutboxtext', 'What a message says that could not be sent, link and all', {
    needsConfirmation: true,
  })
  @ApiOkResponse({ type: MessageTextView })
  text(@Param('id') id: string, @CurrentAdministrator() by: Administrator): Promise<MessageTextView> {
    return this.messages.text(id, by);
  }

  @Post(':id/retry')
  @HttpCode(200)
  @AdminRoute('adminoutboxretry', 'Tries a message now', { role: 'support', writes: true })
  @ApiOkResponse({ type: MessageView })
  retry(@Param('id') id: string, @CurrentAdministrator() by: Administrator): Promise<MessageView> {
    return this.messages.retry(id, by);
  }

  @Post(':id/passed-on')
  @HttpCode(200)
  @AdminRoute('adminoutboxpassedon', 'Marks a message as passed on by hand', { writes: true })
  @ApiOkResponse({ type: MessageView })
  passOn(@Param('id') id: string, @CurrentAdministrator() by: Administrator): Promise<MessageView> {
    return this.messages.passOn(id, by);
  }
}
