import { Module } from '@nestjs/common';
import { Consent } from '../consent/consent.entity.js';
import { AuthorizationContext } from './authorization-context.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { FamiliesModule } from '../../identity/families/families.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { Remedies } from '../../identity/ways-in/remedies.js';
import { WaysList } from '../../identity/ways-in/ways-list.js';
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
import { Consents } from '../consent/consents.js';
import { ConnectedApps } from '../consent/connected-apps.service.js';
import { IdTokenAnswers } from '../oidc/id-token-answers.js';
import { LogoutController } from './logout.controller.js';
import { endOpenAuthorizations } from './open-authorizations.js';
import { ParController } from './par.controller.js';
import { PushedRequests } from './pushed-requests.js';
import { UnseenAnswers } from './unseen-answers.js';
import { UserHints } from './user-hints.js';

/** The authorize and consent flow, and the consents that users gave. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AuthorizationContext, Consent]),
    AccountsModule,
    ClientsModule,
    FamiliesModule,
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
    ConnectedApps,
    Consents,
    IdTokenAnswers,
    PushedRequests,
    UnseenAnswers,
    UserHints,
  ],
  exports: [AuthorizationService, ConnectedApps, Consents],
})
export class AuthorizationModule {
  constructor(remedies: Remedies, ways: WaysList, consents: Consents, apps: ConnectedApps) {
    remedies.register('authorizations', (tx, accountId, { reach: { signInIds } }) =>
      endOpenAuthorizations(tx, accountId, signInIds),
    );
    remedies.register('consents', (tx, accountId, { reach }) => consents.takeBack(tx, accountId, reach));
    ways.register('consents', {
      of: (accountId) => apps.waysOf(accountId),
      end: async (tx, accountId, clientId) =>
        (await apps.endIn(tx, accountId, clientId)) ? 'ended' : 'gone',
    });
  }
}
