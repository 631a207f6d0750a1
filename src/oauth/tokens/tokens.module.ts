import { Module } from '@nestjs/common';
import { SigningKey } from '../oidc/signing-key.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Remedies } from '../../identity/ways-in/remedies.js';
import { endedOf, WaysList, type FoundWay } from '../../identity/ways-in/ways-list.js';
import { isLong } from '../../platform/operations/long.js';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { AuthorizationCodes } from './authorization-codes.js';
import { CodeRefusals } from './code-refusals.js';
import { CodeExchange } from './code-exchange.js';
import { Devices, type Device } from './devices.js';
import { FreshTokens } from './fresh-tokens.js';
import { Introspection } from './introspection.js';
import { DeviceCodeExchange } from '../device/device-code-exchange.js';
import { DpopCalls } from '../dpop/dpop-calls.js';
import { DpopNonces } from '../dpop/dpop-nonces.js';
import { DpopRequests } from '../dpop/dpop-requests.js';
import { DpopVerifier } from '../dpop/dpop-verifier.js';
import type { Grant } from '../grants/grant-type.js';
import { GRANT_TYPES } from '../grants/grant-types.js';
import { FamiliesModule } from '../../identity/families/families.module.js';
import { JwksController } from '../oidc/jwks.controller.js';
import { BackchannelLogout } from '../oidc/backchannel-logout.js';
import { IdTokens } from '../oidc/id-tokens.js';
import { LogoutTokens } from '../oidc/logout-tokens.js';
import { SignOut } from '../oidc/sign-out.js';
import { SigningKeys } from '../oidc/signing-keys.js';
import { UserInfoController } from '../oidc/user-info.controller.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { Lifetimes } from './lifetimes.js';
import { MacVerifier } from '../mac/mac-verifier.js';
import { NonceStore } from '../mac/nonce-store.js';
import { AccountLinks } from '../sso/account-links.js';
import { Assertions } from '../sso/assertions.js';
import { ClientKeys } from '../sso/client-keys.js';
import { SingleSignOnController } from '../sso/single-sign-on.controller.js';
import { AssertionSignIn } from '../sso/assertion-sign-in.js';
import { ValidationTokenSignIn } from '../sso/validation-token-sign-in.js';
import { ValidationTokens } from '../sso/validation-tokens.js';
import { VouchedSignIn } from '../sso/vouched-sign-in.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { Database } from '../../platform/database/database.js';
import { TokenKeys } from './format/token-keys.js';
import { instanceSecret } from '../../platform/database/instance-secret.js';
import { GrantRemoval } from '../consent/grant-removal.js';
import { OwnGrants } from './own-grants.js';
import { OwnTokens } from './own-tokens.js';
import { PresentedTokens } from './presented-tokens.js';
import { RefreshBatches } from './refresh-batches.js';
import { RefreshRepeats } from './refresh-repeats.js';
import { RefreshStates } from './refresh-states.js';
import { TokenAnswers } from '../grants/token-answers.js';
import { TokenCount } from './token-count.js';
import { TokenEndpointController } from '../grants/token-endpoint.controller.js';
import { TokenEndpoint } from '../grants/token-endpoint.js';
import { TokenInspection } from './token-inspection.js';
import { TokenIssuer } from './token-issuer.js';
import { TokenLookup } from './token-lookup.js';
import { TokenRefresher } from './token-refresher.js';
import { TokenRevoker } from './token-revoker.js';
import { TokenCallsController } from '../grants/token-calls.controller.js';
import { TokenController } from './token.controller.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([SigningKey]),
    AccountsModule,
    ClientsModule,
    FamiliesModule,
    NotificationsModule,
    SessionsModule,
    ThrottleModule,
  ],
  controllers: [
    JwksController,
    SingleSignOnController,
    TokenCallsController,
    TokenController,
    TokenEndpointController,
    UserInfoController,
  ],
  providers: [
    ...GRANT_TYPES,
    {
      provide: TokenEndpoint,
      inject: [DpopRequests, AppConfig, ...GRANT_TYPES],
      useFactory: (proofs: DpopRequests, { publicUrl }: AppConfig, ...grants: Grant[]) =>
        new TokenEndpoint(proofs, publicUrl, grants),
    },
    {
      provide: TokenKeys,
      inject: [AppConfig, Database],
      useFactory: async ({ masterKeys }: AppConfig, database: Database) =>
        new TokenKeys(masterKeys, await instanceSecret(database)),
    },
    AccountLinks,
    AssertionSignIn,
    Assertions,
    AuthorizationCodes,
    BackchannelLogout,
    ClientKeys,
    CodeExchange,
    CodeRefusals,
    DeviceCodeExchange,
    Devices,
    DpopCalls,
    DpopNonces,
    DpopRequests,
    DpopVerifier,
    FreshTokens,
    IdTokens,
    SigningKeys,
    Introspection,
    Lifetimes,
    LogoutTokens,
    MacVerifier,
    NonceStore,
    SignOut,
    GrantRemoval,
    OwnGrants,
    OwnTokens,
    PresentedTokens,
    RefreshBatches,
    RefreshRepeats,
    RefreshStates,
    TokenAnswers,
    TokenCount,
    TokenInspection,
    TokenIssuer,
    TokenLookup,
    TokenRefresher,
    TokenRevoker,
    ValidationTokenSignIn,
    ValidationTokens,
    VouchedSignIn,
  ],
  exports: [
    AccountLinks,
    AuthorizationCodes,
    BackchannelLogout,
    Devices,
    DpopCalls,
    DpopRequests,
    GrantRemoval,
    IdTokens,
    LogoutTokens,
    MacVerifier,
    SignOut,
    SigningKeys,
    TokenInspection,
    TokenIssuer,
    TokenLookup,
    TokenRevoker,
  ],
})
export class TokensModule {
  constructor(
    remedies: Remedies,
    ways: WaysList,
    devices: Devices,
    revoker: TokenRevoker,
    validationTokens: ValidationTokens,
  ) {
    remedies.register('directGrants', (tx, accountId) => devices.end(tx, accountId, null));
    remedies.register('allowedGrants', (tx, accountId, { reach }) =>
      revoker.endAllowedGrants(tx, accountId, reach),
    );
    remedies.register('validationTokens', (tx, accountId) => validationTokens.endOf(tx, accountId));
    ways.register('directGrants', {
      of: async (accountId) => (await devices.of(accountId)).map((each) => wayOf('device', each)),
      end: async (tx, accountId, id) => endedOf(isLong(id) ? await devices.end(tx, accountId, id) : 0),
    });
    ways.register('allowedGrants', {
      of: async (accountId) => (await devices.allowedOf(accountId)).map((each) => wayOf('application', each)),
      end: async (tx, accountId, id) => endedOf(isLong(id) ? await devices.endAllowed(tx, accountId, id) : 0),
    });
  }
}

function wayOf(type: 'device' | 'application', device: Device): FoundWay {
  const { grantId: id, clientName: name, deviceId: detail, since, lastSeen, signInId } = device;
  return { id, type, name, detail, since, lastUsedAt: lastSeen, signInId };
}
