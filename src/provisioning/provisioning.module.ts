import { Module } from '@nestjs/common';
import { AccountsModule } from '../identity/accounts/accounts.module.js';
import { FamiliesModule } from '../identity/families/families.module.js';
import { MailedLinksModule } from '../identity/mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../identity/notifications/notifications.module.js';
import { SessionsModule } from '../identity/sessions/sessions.module.js';
import { ProvidersModule } from '../oauth/providers/providers.module.js';
import { ThrottleModule } from '../platform/throttle/throttle.module.js';
import { AccountLookup } from './account-lookup.service.js';
import { AccountProvisioningController } from './account-provisioning.controller.js';
import { AccountProvisioning } from './account-provisioning.service.js';
import { AddedIdentifiers } from './added-identifiers.js';
import { FamilyProvisioningController } from './family-provisioning.controller.js';
import { FamilyProvisioning } from './family-provisioning.service.js';
import { AccountCompletion } from './invitations/account-completion.js';
import { InvitationProviderController } from './invitations/invitation-provider.controller.js';
import { InvitationController } from './invitations/invitation.controller.js';
import { InvitationService } from './invitations/invitation.service.js';
import { MembershipProvisioning } from './membership-provisioning.service.js';
import { MembershipRequests } from './membership-requests.js';
import { ProvisionedRecords } from './provisioned-records.js';
import { Reach } from './reach.js';

@Module({
  imports: [
    AccountsModule,
    FamiliesModule,
    MailedLinksModule,
    NotificationsModule,
    ProvidersModule,
    SessionsModule,
    ThrottleModule,
  ],
  controllers: [
    AccountProvisioningController,
    FamilyProvisioningController,
    InvitationController,
    InvitationProviderController,
  ],
  providers: [
    AccountCompletion,
    AccountLookup,
    AccountProvisioning,
    AddedIdentifiers,
    FamilyProvisioning,
    InvitationService,
    MembershipProvisioning,
    MembershipRequests,
    ProvisionedRecords,
    Reach,
  ],
  exports: [InvitationService],
})
export class ProvisioningModule {}
