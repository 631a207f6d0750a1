import { Module } from '@nestjs/common';
import { Notices } from './notices.js';
import { OutboxWorker } from './outbox-worker.js';
import { Outbox } from './outbox.js';
import { MailSender, SmsSender } from './senders.js';

@Module({
  providers: [MailSender, Notices, Outbox, OutboxWorker, SmsSender],
  exports: [MailSender, Notices, Outbox, OutboxWorker],
})
export class NotificationsModule {}
