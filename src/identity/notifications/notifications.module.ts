import { Module } from '@nestjs/common';
import { BrandingModule } from '../branding/branding.module.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { MessageCosts } from './message-costs.js';
import { MessageDelivery } from './message-delivery.js';
import { Notices } from './notices.js';
import { OutboxWorker } from './outbox-worker.js';
import { Outbox } from './outbox.js';
import { MailSender, SmsSender } from './senders.js';

@Module({
  imports: [BrandingModule, ThrottleModule],
  providers: [MailSender, MessageCosts, MessageDelivery, Notices, Outbox, OutboxWorker, SmsSender],
  exports: [MailSender, MessageCosts, MessageDelivery, Notices, Outbox, OutboxWorker],
})
export class NotificationsModule {}
