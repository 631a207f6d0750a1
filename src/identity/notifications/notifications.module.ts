import { Module } from '@nestjs/common';
import { BrandingModule } from '../branding/branding.module.js';
import { MessageDelivery } from './message-delivery.js';
import { Notices } from './notices.js';
import { OutboxWorker } from './outbox-worker.js';
import { Outbox } from './outbox.js';
import { MailSender, SmsSender } from './senders.js';

@Module({
  imports: [BrandingModule],
  providers: [MailSender, MessageDelivery, Notices, Outbox, OutboxWorker, SmsSender],
  exports: [MailSender, MessageDelivery, Notices, Outbox, OutboxWorker],
})
export class NotificationsModule {}
