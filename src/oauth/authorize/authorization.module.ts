import { Module } from '@nestjs/common';
import { AuthorizationContext } from './authorization-context.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { ConsentModule } from '../consent/consent.module.js';
import { DpopModule } from '../dpop/dpop.module.js';
import { OidcModule } from '../oidc/oidc.module.js';
import { FamiliesModule } from '../../identity/families/families.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { Remedies } from '../../identity/accounts/remedies.js';
import { AskedStrength } from './asked-strength.js';
import { AuthorizationService } from './authorization.service.js';
import { AuthorizationDecisions } from './authorization-decisions.js';
import { AuthorizeBeginnings } from './authorize-beginnings.js';
import { AuthorizeAnswers } from './authorize-answers.js';
import { AuthorizeController } from './authorize.controller.js';
import { AuthorizeTrail } from './authorize-trail.js';
import { AuthorizeRequests } from './authorize-requests.js';
import { ChallengeSecondStep } from './challenge-second-step.js';
import { ChallengeController } from './challenge.controller.js';
import { ClientPushes } from './client-pushes.js';
import { LogoutController } from './logout.controller.js';
import { endOpenAuthorizations } from './open-authorizations.js';
import { ParController } from './par.controller.js';
import { PushedRequests } from './pushed-requests.js';
import { UnseenAnswers } from './unseen-answers.js';
import { UserHints } from './user-hints.js';

/** The way of a browser to a code: /authorize, its pages and decisions; signing out at a client's request. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AuthorizationContext]),
    AccountsModule,
    ClientsModule,
    ConsentModule,
    DpopModule,
    FamiliesModule,
    OidcModule,
    SessionsModule,
    ThrottleModule,
    TokensModule,
  ],
  controllers: [AuthorizeController, ChallengeController, LogoutController, ParController],
  providers: [
    AskedStrength,
    AuthorizationDecisions,
    AuthorizationService,
    AuthorizeAnswers,
    AuthorizeBeginnings,
    AuthorizeRequests,
    AuthorizeTrail,
    ChallengeSecondStep,
    ClientPushes,
    PushedRequests,
    UnseenAnswers,
    UserHints,
  ],
  exports: [AuthorizationService],
})
export class AuthorizationModule {
  constructor(remedies: Remedies) {
    remedies.register('authorizations', (tx, accountId, { reach: { signInIds } }) =>
      endOpenAuthorizations(tx, accountId, signInIds),
    );
  }
}
