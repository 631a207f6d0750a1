import { Module } from '@nestjs/common';
import { MailedLink, type LinkEnd } from './mailed-link.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { Remedies } from '../ways-in/remedies.js';
import type { Remedy } from '../ways-in/ways.js';
import { FamilyService } from '../families/family.service.js';
import { FamilyInvitations } from './family-invitations.js';
import { IdentifierChanges } from './identifier-changes.js';
import { LateLinks } from './late-links.js';
import { MailedLinks } from './mailed-links.service.js';
import { MemberLinks } from './member-links.js';
import { MembershipLinks } from './membership-links.js';

/** What a link tells of the remedy that ended it. */
const ENDED_BY: Readonly<Record<Remedy, LinkEnd>> = {
  replacePassword: 'password',
  rotatePassword: 'password',
  signOutOthers: 'withdrawn',
  signOutOne: 'withdrawn',
  addFactor: 'withdrawn',
  close: 'account',
  giveRole: 'role',
  removeRole: 'role',
  remove: 'account',
};

@Module({
  imports: [TypeOrmModule.forFeature([MailedLink]), AccountsModule, FamiliesModule, NotificationsModule],
  providers: [FamilyInvitations, IdentifierChanges, LateLinks, MailedLinks, MemberLinks, MembershipLinks],
  exports: [FamilyInvitations, IdentifierChanges, LateLinks, MailedLinks, MemberLinks, MembershipLinks],
})
export class MailedLinksModule {
  constructor(remedies: Remedies, families: FamilyService, links: MailedLinks, ofMembers: MemberLinks) {
    families.whenRoleChanges((tx, familyId, accountId) => ofMembers.endUnentitled(tx, familyId, accountId));
    remedies.register('sentInvitations', (tx, accountId, _, by) =>
      ofMembers.endSentBy(tx, accountId, ENDED_BY[by]),
    );
    remedies.register('resetLinks', (tx, accountId, _, by) =>
      links.end(tx, accountId, ['reset'], ENDED_BY[by]),
    );
    remedies.register('additionLinks', (tx, accountId, _, by) =>
      links.end(tx, accountId, ['addition'], ENDED_BY[by]),
    );
  }
}
