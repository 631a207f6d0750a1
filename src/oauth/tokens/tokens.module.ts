import { Module } from '@nestjs/common';
import { SigningKey } from '../oidc/signing-key.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { CodeExchange } from './code-exchange.js';
import { Introspection } from './introspection.js';
import type { Grant } from '../grants/grant-type.js';
import { GRANT_TYPES } from '../grants/grant-types.js';
import { FamiliesModule } from '../../identity/families/families.module.js';
import { JwksController } from '../oidc/jwks.controller.js';
import { IdTokens } from '../oidc/id-tokens.js';
import { SigningKeys } from '../oidc/signing-keys.js';
import { UserInfoController } from '../oidc/user-info.controller.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { Lifetimes } from './lifetimes.js';
import { MacVerifier } from '../mac/mac-verifier.js';
import { NonceStore } from '../mac/nonce-store.js';
import { AccountLinks } from '../sso/account-links.js';
import { Assertions } from '../sso/assertions.js';
import { ClientKeys } from '../sso/client-keys.js';
import { SingleSignOnController } from '../sso/single-sign-on.controller.js';
import { SingleSignOn } from '../sso/single-sign-on.js';
import { ValidationTokens } from '../sso/validation-tokens.js';
import { VouchedSignIn } from '../sso/vouched-sign-in.js';
import { SpentTokens } from './spent-tokens.js';
import { TokenEndpoint } from './token-endpoint.js';
import { TokenInspection } from './token-inspection.js';
import { TokenIssuer } from './token-issuer.js';
import { TokenLookup } from './token-lookup.js';
import { TokenRefresher } from './token-refresher.js';
import { TokenRevoker } from './token-revoker.js';
import { TokenController } from './token.controller.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([SigningKey]),
    AccountsModule,
    ClientsModule,
    FamiliesModule,
    NotificationsModule,
  ],
  controllers: [JwksController, SingleSignOnController, TokenController, UserInfoController],
  providers: [
    ...GRANT_TYPES,
    {
      provide: TokenEndpoint,
      inject: GRANT_TYPES,
      useFactory: (...grants: Grant[]) => new TokenEndpoint(grants),
    },
    AccountLinks,
    Assertions,
    ClientKeys,
    CodeExchange,
    IdTokens,
    SigningKeys,
    Introspection,
    Lifetimes,
    MacVerifier,
    NonceStore,
    SingleSignOn,
    SpentTokens,
    TokenInspection,
    TokenIssuer,
    TokenLookup,
    TokenRefresher,
    TokenRevoker,
    ValidationTokens,
    VouchedSignIn,
  ],
  exports: [
    AccountLinks,
    IdTokens,
    MacVerifier,
    SigningKeys,
    TokenInspection,
    TokenIssuer,
    TokenLookup,
    TokenRevoker,
  ],
})
export class TokensModule {}
