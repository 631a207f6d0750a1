import { Module } from '@nestjs/common';
import { MailedLink } from './mailed-link.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { LateLinks } from './late-links.js';
import { MailedLinks } from './mailed-links.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([MailedLink]), NotificationsModule],
  providers: [LateLinks, MailedLinks],
  exports: [LateLinks, MailedLinks],
})
export class MailedLinksModule {}
