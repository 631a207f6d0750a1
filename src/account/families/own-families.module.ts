import { Module } from '@nestjs/common';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { FamiliesModule } from '../../identity/families/families.module.js';
import { HandOversModule } from '../../identity/hand-overs/hand-overs.module.js';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { OwnIdentifiersModule } from '../identifiers/own-identifiers.module.js';
import { FamiliesController } from './families.controller.js';
import { FamilyInvitationsController } from './family-invitations.controller.js';
import { FamilyInvitations } from './family-invitations.js';
import { FamilyNotices } from './family-notices.js';
import { FamilyPictures } from './family-pictures.js';
import { FamilyViews } from './family-views.js';
import { HandOverController } from './hand-over.controller.js';
import { StoppedHandOvers } from './stopped-hand-overs.js';
import { MemberInvitations } from './member-invitations.js';
import { OwnFamilies } from './own-families.js';
import { WithdrawnInvitations } from './withdrawn-invitations.js';

/** What members do with their families under `/account/families`. */
@Module({
  imports: [
    AccountsModule,
    FamiliesModule,
    HandOversModule,
    MailedLinksModule,
    NotificationsModule,
    OwnIdentifiersModule,
  ],
  controllers: [FamiliesController, FamilyInvitationsController, HandOverController],
  providers: [
    FamilyInvitations,
    FamilyNotices,
    FamilyPictures,
    FamilyViews,
    MemberInvitations,
    OwnFamilies,
    StoppedHandOvers,
    WithdrawnInvitations,
  ],
})
export class OwnFamiliesModule {}
