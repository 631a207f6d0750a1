import { Module } from '@nestjs/common';
import { AccountsModule } from '../identity/accounts/accounts.module.js';
import { FactorsModule } from '../identity/factors/factors.module.js';
import { FamiliesModule } from '../identity/families/families.module.js';
import { MailedLinksModule } from '../identity/mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../identity/notifications/notifications.module.js';
import { SessionsModule } from '../identity/sessions/sessions.module.js';
import { ThrottleModule } from '../platform/throttle/throttle.module.js';
import { TokensModule } from '../oauth/tokens/tokens.module.js';
import { AuthorizationModule } from '../oauth/authorize/authorization.module.js';
import { ProvidersModule } from '../oauth/providers/providers.module.js';
import { AccountController } from './account.controller.js';
import { OwnFamiliesModule } from './families/own-families.module.js';
import { DataController } from './data/data.controller.js';
import { KeepAccountController } from './data/keep-account.controller.js';
import { OwnData } from './data/own-data.js';
import { OwnDeletion } from './data/own-deletion.js';
import { OwnEvents } from './data/own-events.js';
import { IdentifiersController } from './identifiers.controller.js';
import { LinkController } from './link.controller.js';
import { LinkDecision } from './link.decision.js';
import { CredentialsController } from './credentials.controller.js';
import { LanguageController } from './language.controller.js';
import { OwnCredentials } from './own-credentials.js';
import { OwnHistory } from './own-history.js';
import { OwnIdentifiers } from './own-identifiers.service.js';
import { PasswordChange } from './password-change.js';
import { PasswordReplacement } from './password-replacement.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordReset } from './password-reset.service.js';
import { ProposalController } from './proposal.controller.js';
import { ProposalDecision } from './proposal.decision.js';
import { Proposals } from './proposals.service.js';
import { ResetLinks } from './reset-links.service.js';
import { ResetRequests } from './reset-requests.js';
import { ConnectionController } from './providers/connection.controller.js';
import { OwnConnectionsController } from './providers/own-connections.controller.js';
import { ProviderArrivals } from './providers/provider-arrivals.js';
import { ProviderSignInController } from './providers/provider-sign-in.controller.js';
import { SignInController } from './sign-in.controller.js';
import { SignInThenDecide } from './sign-in-then-decide.js';
import { SignInsController } from './sign-ins.controller.js';
import { SignIns } from './sign-ins.service.js';

/** What a signed-in person does with their own account, and how they come to it. */
@Module({
  imports: [
    AccountsModule,
    AuthorizationModule,
    FamiliesModule,
    MailedLinksModule,
    NotificationsModule,
    FactorsModule,
    OwnFamiliesModule,
    ProvidersModule,
    SessionsModule,
    ThrottleModule,
    TokensModule,
  ],
  controllers: [
    AccountController,
    ConnectionController,
    CredentialsController,
    DataController,
    IdentifiersController,
    KeepAccountController,
    LanguageController,
    LinkController,
    OwnConnectionsController,
    PasswordResetController,
    ProposalController,
    ProviderSignInController,
    SignInController,
    SignInsController,
  ],
  providers: [
    LinkDecision,
    OwnCredentials,
    OwnData,
    OwnDeletion,
    OwnEvents,
    OwnHistory,
    OwnIdentifiers,
    PasswordChange,
    PasswordReplacement,
    PasswordReset,
    ProposalDecision,
    Proposals,
    ProviderArrivals,
    ResetLinks,
    ResetRequests,
    SignInThenDecide,
    SignIns,
  ],
  exports: [ResetLinks],
})
export class OwnAccountModule {}
