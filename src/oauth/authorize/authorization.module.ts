import { Module } from '@nestjs/common';
import { AuthorizationContext } from './authorization-context.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { ConsentModule } from '../consent/consent.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { DpopModule } from '../dpop/dpop.module.js';
import { OidcModule } from '../oidc/oidc.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { Remedies } from '../../identity/accounts/remedies.js';
import { AuthorizationService, CHALLENGE_PATH } from './authorization.service.js';
import { AuthorizationDecisions } from './authorization-decisions.js';
import { AuthorizeAnswers } from './authorize-answers.js';
import { AuthorizeController } from './authorize.controller.js';
import { AuthorizeRequests } from './authorize-requests.js';
import { ChallengeController } from './challenge.controller.js';
import { LogoutController } from './logout.controller.js';
import { endOpenAuthorizations } from './open-authorizations.js';
import { ParController } from './par.controller.js';
import { UncheckedClients } from './unchecked-clients.js';

/** The way of a browser to a code: /authorize, its pages and decisions; signing out at a client's request. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AuthorizationContext]),
    AccountsModule,
    ClientsModule,
    ConsentModule,
    DocumentsModule,
    DpopModule,
    OidcModule,
    SessionsModule,
    ThrottleModule,
    TokensModule,
  ],
  controllers: [AuthorizeController, ChallengeController, LogoutController, ParController],
  providers: [
    AuthorizationDecisions,
    AuthorizationService,
    AuthorizeAnswers,
    AuthorizeRequests,
    UncheckedClients,
  ],
  exports: [AuthorizationService],
})
export class AuthorizationModule {
  constructor(remedies: Remedies, signIn: SignIn, authorization: AuthorizationService) {
    // A sign-in with two steps is for the challenge that it began at, as one with one step is.
    signIn.whenComplete(CHALLENGE_PATH, async (next, who, visit) => {
      const challenge = await authorization.findAt(visit, next);
      if (challenge) await authorization.signedIn(challenge, who);
    });
    remedies.register('authorizations', (tx, accountId, { reach: { signInIds } }) =>
      endOpenAuthorizations(tx, accountId, signInIds),
    );
  }
}
