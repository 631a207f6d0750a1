import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { MailedLinks } from './mailed-links.service.js';

@Module({ imports: [NotificationsModule], providers: [MailedLinks], exports: [MailedLinks] })
export class MailedLinksModule {}
