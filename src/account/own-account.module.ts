import { Module } from '@nestjs/common';
import { AccountsModule } from '../identity/accounts/accounts.module.js';
import { FactorsModule } from '../identity/factors/factors.module.js';
import { FamiliesModule } from '../identity/families/families.module.js';
import { MailedLinksModule } from '../identity/mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../identity/notifications/notifications.module.js';
import { RecoveryModule } from '../identity/recovery/recovery.module.js';
import { SessionsModule } from '../identity/sessions/sessions.module.js';
import { AuthorizationModule } from '../oauth/authorize/authorization.module.js';
import { ConsentModule } from '../oauth/consent/consent.module.js';
import { TokensModule } from '../oauth/tokens/tokens.module.js';
import { ThrottleModule } from '../platform/throttle/throttle.module.js';
import { ProblemPages } from '../platform/http/problem-pages.js';
import { accountProblemPage } from './account-problems.js';
import { Checkups } from './checkups.js';
import { ProfileController } from './profile.controller.js';
import { CredentialsController } from './credentials.controller.js';
import { OwnDataModule } from './data/own-data.module.js';
import { DecisionsModule } from './decisions/decisions.module.js';
import { OwnDevicePasswordsModule } from './device-passwords/own-device-passwords.module.js';
import { OwnFactorsModule } from './factors/own-factors.module.js';
import { OwnFamiliesModule } from './families/own-families.module.js';
import { IdentifiersController } from './identifiers.controller.js';
import { OwnIdentifiersModule } from './identifiers/own-identifiers.module.js';
import { LanguageController } from './language.controller.js';
import { OwnCredentials } from './own-credentials.js';
import { OwnPasskeysModule } from './passkeys/own-passkeys.module.js';
import { PasswordChange } from './password-change.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordReset } from './password-reset.service.js';
import { ProofController } from './proof.controller.js';
import { OwnConnectionsModule } from './providers/own-connections.module.js';
import { OwnRecoveryModule } from './recovery/own-recovery.module.js';
import { ResetLinks } from './reset-links.service.js';
import { ResetRequests } from './reset-requests.js';
import { SecuredAccounts } from './secured-accounts.js';
import { ShortLinkController } from './short-link.controller.js';
import { SignInController } from './sign-in.controller.js';
import { SignInsController } from './sign-ins.controller.js';
import { SignIns } from './sign-ins.service.js';
import { SuspendedWaysModule } from './suspended/suspended-ways.module.js';
import { OwnWaysModule } from './ways/own-ways.module.js';
import { StopController } from './stop.controller.js';

/** A person's pages of their own account, and the pages that lead to it. */
@Module({
  imports: [
    AccountsModule,
    AuthorizationModule,
    ConsentModule,
    FactorsModule,
    FamiliesModule,
    MailedLinksModule,
    NotificationsModule,
    RecoveryModule,
    SessionsModule,
    ThrottleModule,
    TokensModule,
    DecisionsModule,
    OwnConnectionsModule,
    OwnDataModule,
    OwnDevicePasswordsModule,
    OwnFactorsModule,
    OwnFamiliesModule,
    OwnIdentifiersModule,
    OwnPasskeysModule,
    OwnRecoveryModule,
    OwnWaysModule,
    SuspendedWaysModule,
  ],
  controllers: [
    CredentialsController,
    IdentifiersController,
    LanguageController,
    PasswordResetController,
    ProfileController,
    ProofController,
    ShortLinkController,
    SignInController,
    SignInsController,
    StopController,
  ],
  providers: [
    Checkups,
    OwnCredentials,
    PasswordChange,
    PasswordReset,
    ResetLinks,
    ResetRequests,
    SecuredAccounts,
    SignIns,
  ],
  exports: [OwnRecoveryModule, ResetLinks, SecuredAccounts],
})
export class OwnAccountModule {
  constructor(problems: ProblemPages) {
    problems.register((visit, problem) => Promise.resolve(accountProblemPage(visit, problem)));
  }
}
