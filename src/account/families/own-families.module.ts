import { Module } from '@nestjs/common';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { FamiliesModule } from '../../identity/families/families.module.js';
import { HandOversModule } from '../../identity/hand-overs/hand-overs.module.js';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { FamiliesController } from './families.controller.js';
import { FamilyCallsController } from './family-calls.controller.js';
import { FamilyActs } from './family-acts.js';
import { FamilyMessages } from './family-messages.js';
import { FamilyViews } from './family-views.js';
import { HandOverController } from './hand-over.controller.js';
import { MemberInvitations } from './member-invitations.js';
import { RunningFamiliesController } from './running-families.controller.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { OwnFamilyInvitations } from './own-family-invitations.js';

/** The families of a person, under `/account/families`. */
@Module({
  imports: [
    AccountsModule,
    FamiliesModule,
    HandOversModule,
    MailedLinksModule,
    NotificationsModule,
    ThrottleModule,
  ],
  controllers: [FamiliesController, RunningFamiliesController, HandOverController, FamilyCallsController],
  providers: [FamilyActs, FamilyMessages, FamilyViews, MemberInvitations, OwnFamilyInvitations],
  exports: [FamilyMessages],
})
export class OwnFamiliesModule {}
