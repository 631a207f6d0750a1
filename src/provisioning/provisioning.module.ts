import { Module } from '@nestjs/common';
import { AccountsModule } from '../identity/accounts/accounts.module.js';
import { FamiliesModule } from '../identity/families/families.module.js';
import { MailedLinksModule } from '../identity/mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../identity/notifications/notifications.module.js';
import { PasskeysModule } from '../identity/passkeys/passkeys.module.js';
import { SessionsModule } from '../identity/sessions/sessions.module.js';
import { ClientsModule } from '../oauth/clients/clients.module.js';
import { ProvidersModule } from '../oauth/providers/providers.module.js';
import { ThrottleModule } from '../platform/throttle/throttle.module.js';
import { AccountLookup } from './account-lookup.service.js';
import { AccountProvisioningController } from './account-provisioning.controller.js';
import { AccountProvisioning } from './account-provisioning.service.js';
import { AddedIdentifiers } from './added-identifiers.js';
import { FamilyProvisioningController } from './family-provisioning.controller.js';
import { FamilyProvisioning } from './family-provisioning.service.js';
import { InvitationProviderController } from './invitations/invitation-provider.controller.js';
import { InvitationController } from './invitations/invitation.controller.js';
import { InvitationService } from './invitations/invitation.service.js';
import { Welcomes } from './invitations/welcomes.js';
import { MembershipProvisioning } from './membership-provisioning.service.js';
import { ProvisionedLists } from './provisioned-lists.service.js';
import { ProvisionedRecords } from './provisioned-records.js';
import { ProvisioningReach } from './reach.js';

@Module({
  imports: [
    AccountsModule,
    ClientsModule,
    FamiliesModule,
    MailedLinksModule,
    NotificationsModule,
    PasskeysModule,
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
    AccountLookup,
    AccountProvisioning,
    AddedIdentifiers,
    FamilyProvisioning,
    InvitationService,
    MembershipProvisioning,
    ProvisionedLists,
    ProvisionedRecords,
    ProvisioningReach,
    Welcomes,
  ],
  exports: [InvitationService],
})
export class ProvisioningModule {}
