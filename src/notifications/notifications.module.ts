import { Module } from '@nestjs/common';
import { OutboxWorker } from './outbox-worker.js';
import { Outbox } from './outbox.js';
import { MailSender, SmsSender } from './senders.js';

@Module({
  providers: [MailSender, Outbox, OutboxWorker, SmsSender],
  exports: [MailSender, Outbox, OutboxWorker],
})
export class NotificationsModule {}
