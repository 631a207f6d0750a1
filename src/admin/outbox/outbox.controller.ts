import { Get, Param, Post, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import type { ListPage } from '../shell/paging.js';
import { Messages } from './messages.service.js';
import { MessagePage, MessageQuery, MessageTextView, MessageView } from './messages.view.js';

@AdminApi('outbox')
export class OutboxController {
  constructor(private readonly messages: Messages) {}

  @Get()
  @AdminRoute('adminoutboxlist', 'Lists messages, newest first', {
    role: 'support',
    answers: MessagePage,
  })
  list(@Query() query: MessageQuery): Promise<ListPage<MessageView>> {
    return this.messages.list(query);
  }

  @Get(':id')
  @AdminRoute('adminoutboxget', 'One message', { role: 'support', answers: MessageView })
  get(@Param('id') id: string): Promise<MessageView> {
    return this.messages.get(id);
  }

  @Get(':id/text')
  @AdminRoute('adminoutboxtext', 'The text of a message that was not sent, including its link', {
    needsConfirmation: true,
    answers: MessageTextView,
    problems: [Problems.conflict],
  })
  text(@Param('id') id: string, @CurrentAdministrator() by: Administrator): Promise<MessageTextView> {
    return this.messages.text(id, by);
  }

  @Post(':id/retry')
  @AdminRoute('adminoutboxretry', 'Retries a message now', {
    role: 'support',
    writes: true,
    answers: MessageView,
    problems: [Problems.conflict],
  })
  retry(@Param('id') id: string, @CurrentAdministrator() by: Administrator): Promise<MessageView> {
    return this.messages.retry(id, by);
  }

  @Post(':id/passed-on')
  @AdminRoute('adminoutboxpassedon', 'Marks a message as delivered by hand', {
    writes: true,
    answers: MessageView,
    problems: [Problems.conflict],
  })
  passOn(@Param('id') id: string, @CurrentAdministrator() by: Administrator): Promise<MessageView> {
    return this.messages.passOn(id, by);
  }
}
