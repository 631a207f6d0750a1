import { Module } from '@nestjs/common';
import { OutboxMessage } from '../../identity/notifications/outbox-message.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { Messages } from './messages.service.js';
import { OutboxConsole } from './outbox.console.js';
import { OutboxController } from './outbox.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([OutboxMessage]), NotificationsModule, ShellModule],
  controllers: [OutboxConsole, OutboxController],
  providers: [Messages],
})
export class AdminOutboxModule {}
