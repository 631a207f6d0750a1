import { Module } from '@nestjs/common';
import { Remedies } from '../identity/accounts/remedies.js';
import { AccountsModule } from '../identity/accounts/accounts.module.js';
import { DevicePasswordsModule } from '../identity/device-passwords/device-passwords.module.js';
import { FamiliesModule } from '../identity/families/families.module.js';
import { MailedLinksModule } from '../identity/mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../identity/notifications/notifications.module.js';
import { PasskeysModule } from '../identity/passkeys/passkeys.module.js';
import { SessionsModule } from '../identity/sessions/sessions.module.js';
import { ThrottleModule } from '../platform/throttle/throttle.module.js';
import { TokensModule } from '../oauth/tokens/tokens.module.js';
import { AuthorizationModule } from '../oauth/authorize/authorization.module.js';
import { ConsentModule } from '../oauth/consent/consent.module.js';
import { SsoModule } from '../oauth/sso/sso.module.js';
import { ProvidersModule } from '../oauth/providers/providers.module.js';
import { AccountController } from './account.controller.js';
import { AccountProblems } from './account-problems.js';
import { AddressCosts } from './identifiers/address-costs.js';
import { OwnFamiliesModule } from './families/own-families.module.js';
import { DevicePasswordsController } from './device-passwords/device-passwords.controller.js';
import { OwnDevicePasswords } from './device-passwords/own-device-passwords.js';
import { ClientsModule } from '../oauth/clients/clients.module.js';
import { DataController } from './data/data.controller.js';
import { KeepAccountController } from './data/keep-account.controller.js';
import { OwnData } from './data/own-data.js';
import { OwnDeletion } from './data/own-deletion.js';
import { OwnEvents } from './data/own-events.js';
import { FactorsModule } from '../identity/factors/factors.module.js';
import { OwnFactors } from './factors/own-factors.js';
import { SecondFactorController } from './factors/second-factor.controller.js';
import { SecondStepController } from './factors/second-step.controller.js';
import { IdentifiersController } from './identifiers.controller.js';
import { LinkController } from './decisions/link.controller.js';
import { LinkDecision } from './decisions/link.decision.js';
import { CredentialsController } from './credentials.controller.js';
import { KeptAddresses } from './identifiers/kept-addresses.js';
import { LanguageController } from './language.controller.js';
import { OwnCredentials } from './own-credentials.js';
import { OwnHistory } from './own-history.js';
import { OwnPasskeys } from './passkeys/own-passkeys.js';
import { PasskeysController } from './passkeys/passkeys.controller.js';
import { OwnIdentifiers } from './identifiers/own-identifiers.service.js';
import { PasswordChange } from './password-change.js';
import { PasswordReplacement } from './password-replacement.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordReset } from './password-reset.service.js';
import { KeptFactorController } from './factors/kept-factor.controller.js';
import { OwnRecovery } from './recovery/own-recovery.js';
import { RecoveryController } from './recovery/recovery.controller.js';
import { RecoveryLinks } from './recovery/recovery-links.js';
import { RecoveryModule } from '../identity/recovery/recovery.module.js';
import { ProofController } from './proof.controller.js';
import { ProposalController } from './decisions/proposal.controller.js';
import { ProposalDecision } from './decisions/proposal.decision.js';
import { Proposals } from './decisions/proposals.service.js';
import { ResetLinks } from './reset-links.service.js';
import { ResetRequests } from './reset-requests.js';
import { ConnectionController } from './providers/connection.controller.js';
import { OwnConnectionsController } from './providers/own-connections.controller.js';
import { ProviderArrivals } from './providers/provider-arrivals.js';
import { ProviderConfirmations } from './providers/provider-confirmations.js';
import { ProviderSignInController } from './providers/provider-sign-in.controller.js';
import { OwnStops } from './stops/own-stops.js';
import { StopController } from './stops/stop.controller.js';
import { ShortLinkController } from './short-link.controller.js';
import { SignInController } from './sign-in.controller.js';
import { SecuredAccounts } from './secured-accounts.js';
import { SignInThenDecide } from './decisions/sign-in-then-decide.js';
import { SignInsController } from './sign-ins.controller.js';
import { SignIns } from './sign-ins.service.js';
import { DisownedSignIns } from './disowned/disowned-sign-ins.js';
import { DisownedSignInsController } from './disowned/disowned-sign-ins.controller.js';
import { SuspendedWays } from './suspended/suspended-ways.js';
import { SuspendedWaysController } from './suspended/suspended-ways.controller.js';
import { ListedCredentials } from './ways/listed-credentials.js';
import { ListedIdentifiers } from './ways/listed-identifiers.js';
import { ListedSessions } from './ways/listed-sessions.js';
import { SecurityController } from './ways/security.controller.js';
import { WaysIn } from './ways/ways-in.js';

/** What a signed-in person does with their own account, and how they come to it. */
@Module({
  imports: [
    AccountsModule,
    AuthorizationModule,
    FactorsModule,
    ClientsModule,
    ConsentModule,
    DevicePasswordsModule,
    FamiliesModule,
    MailedLinksModule,
    NotificationsModule,
    OwnFamiliesModule,
    PasskeysModule,
    RecoveryModule,
    ProvidersModule,
    SessionsModule,
    SsoModule,
    ThrottleModule,
    TokensModule,
  ],
  controllers: [
    AccountController,
    ConnectionController,
    CredentialsController,
    DataController,
    DevicePasswordsController,
    IdentifiersController,
    KeepAccountController,
    KeptFactorController,
    LanguageController,
    LinkController,
    PasskeysController,
    OwnConnectionsController,
    PasswordResetController,
    ProofController,
    ProposalController,
    SecondFactorController,
    SecondStepController,
    RecoveryController,
    SecurityController,
    ProviderSignInController,
    ShortLinkController,
    SignInController,
    SignInsController,
    DisownedSignInsController,
    StopController,
    SuspendedWaysController,
  ],
  providers: [
    AccountProblems,
    AddressCosts,
    KeptAddresses,
    LinkDecision,
    ListedCredentials,
    ListedIdentifiers,
    ListedSessions,
    OwnCredentials,
    OwnData,
    OwnDeletion,
    OwnDevicePasswords,
    OwnEvents,
    OwnFactors,
    OwnHistory,
    OwnIdentifiers,
    OwnPasskeys,
    OwnRecovery,
    OwnStops,
    PasswordChange,
    PasswordReplacement,
    PasswordReset,
    ProposalDecision,
    Proposals,
    RecoveryLinks,
    ProviderArrivals,
    ProviderConfirmations,
    ResetLinks,
    ResetRequests,
    SecuredAccounts,
    SignInThenDecide,
    SignIns,
    DisownedSignIns,
    SuspendedWays,
    WaysIn,
  ],
  exports: [RecoveryLinks, ResetLinks, SecuredAccounts],
})
export class OwnAccountModule {
  constructor(remedies: Remedies, devicePasswords: OwnDevicePasswords) {
    remedies.register('devicePasswords', (tx, accountId, { reach: { signInIds } }) =>
      devicePasswords.endAll(tx, accountId, signInIds),
    );
  }
}
