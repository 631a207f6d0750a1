import { Module } from '@nestjs/common';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { Messages } from './messages.service.js';
import { OutboxConsole } from './outbox.console.js';
import { OutboxController } from './outbox.controller.js';

@Module({
  imports: [NotificationsModule, ShellModule],
  controllers: [OutboxConsole, OutboxController],
  providers: [Messages],
})
export class AdminOutboxModule {}
