import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { MailedLinksModule } from '../mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { AccountController } from './account.controller.js';
import { AuthorizationService } from './authorization.service.js';
import { AuthorizeAnswers } from './authorize-answers.js';
import { AuthorizeController } from './authorize.controller.js';
import { AuthorizeTrail } from './authorize-trail.js';
import { ChallengeController } from './challenge.controller.js';
import { ConnectedApps } from './connected-apps.service.js';
import { IdentifiersController } from './identifiers.controller.js';
import { LinkController } from './link.controller.js';
import { LinkDecision } from './link.decision.js';
import { LogoutController } from './logout.controller.js';
import { OwnAccount } from './own-account.js';
import { OwnIdentifiers } from './own-identifiers.service.js';
import { PasswordChange } from './password-change.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordReset } from './password-reset.service.js';
import { ProposalController } from './proposal.controller.js';
import { ProposalDecision } from './proposal.decision.js';
import { Proposals } from './proposals.service.js';
import { ResetRequests } from './reset-request.service.js';
import { SignInController } from './sign-in.controller.js';
import { SignInThenDecide } from './sign-in-then-decide.js';
import { SignIn } from './sign-in.js';
import { SignInsController } from './sign-ins.controller.js';
import { SignIns } from './sign-ins.service.js';

@Module({
  imports: [
    AccountsModule,
    ClientsModule,
    FamiliesModule,
    MailedLinksModule,
    NotificationsModule,
    SessionsModule,
    ThrottleModule,
    TokensModule,
  ],
  controllers: [
    AccountController,
    AuthorizeController,
    ChallengeController,
    IdentifiersController,
    LinkController,
    LogoutController,
    PasswordResetController,
    ProposalController,
    SignInController,
    SignInsController,
  ],
  providers: [
    AuthorizationService,
    AuthorizeAnswers,
    AuthorizeTrail,
    ConnectedApps,
    LinkDecision,
    OwnAccount,
    OwnIdentifiers,
    PasswordChange,
    PasswordReset,
    ProposalDecision,
    Proposals,
    ResetRequests,
    SignIn,
    SignInThenDecide,
    SignIns,
  ],
  exports: [ConnectedApps, ResetRequests],
})
export class AuthorizationModule {}
