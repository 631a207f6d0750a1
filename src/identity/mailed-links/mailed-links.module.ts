import { Module } from '@nestjs/common';
import { MailedLink } from './mailed-link.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { FamilyInvitations } from './family-invitations.js';
import { IdentifierChanges } from './identifier-changes.js';
import { LateLinks } from './late-links.js';
import { MailedLinks } from './mailed-links.service.js';
import { MemberLinks } from './member-links.js';
import { MembershipLinks } from './membership-links.js';

@Module({
  imports: [TypeOrmModule.forFeature([MailedLink]), AccountsModule, FamiliesModule, NotificationsModule],
  providers: [FamilyInvitations, IdentifierChanges, LateLinks, MailedLinks, MemberLinks, MembershipLinks],
  exports: [FamilyInvitations, IdentifierChanges, LateLinks, MailedLinks, MemberLinks, MembershipLinks],
})
export class MailedLinksModule {}
