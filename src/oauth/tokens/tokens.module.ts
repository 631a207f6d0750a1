import { Module } from '@nestjs/common';
import { Remedies } from '../../identity/accounts/remedies.js';
import { endedOf, WaysList, type FoundWay } from '../../identity/accounts/ways-list.js';
import { isLong } from '../../platform/operations/long.js';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { CodeExchange } from './code-exchange.js';
import { Devices, type Device } from './devices.js';
import { FreshTokens } from './fresh-tokens.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { Database } from '../../platform/database/database.js';
import { TokenKeys } from './format/token-keys.js';
import { instanceSecret } from '../../platform/database/instance-secret.js';
import { JwtAccessTokens } from './jwt-access-tokens.js';
import { OwnTokens } from './own-tokens.js';
import { RefreshRepeats } from './refresh-repeats.js';
import { RefreshRows } from './refresh-rows.js';
import { RefreshStates } from './refresh-states.js';
import { ResourcesModule } from '../resources/resources.module.js';
import { SigningModule } from '../signing/signing.module.js';
import { Targets } from './targets.js';
import { TokenCount } from './token-count.js';
import { TokenInspection } from './token-inspection.js';
import { TokenIntrospection } from './token-introspection.js';
import { TokenIssuer } from './token-issuer.js';
import { TokenLookup } from './token-lookup.js';
import { TokenRefresher } from './token-refresher.js';
import { TokenRevoker } from './token-revoker.js';
import { TokenController } from './token.controller.js';

@Module({
  imports: [AccountsModule, ClientsModule, ResourcesModule, SigningModule],
  controllers: [TokenController],
  providers: [
    {
      provide: TokenKeys,
      inject: [AppConfig, Database],
      useFactory: async ({ masterKeys }: AppConfig, database: Database) =>
        new TokenKeys(masterKeys, await instanceSecret(database)),
    },
    CodeExchange,
    Devices,
    FreshTokens,
    JwtAccessTokens,
    OwnTokens,
    RefreshRepeats,
    RefreshRows,
    RefreshStates,
    Targets,
    TokenCount,
    TokenInspection,
    TokenIntrospection,
    TokenIssuer,
    TokenLookup,
    TokenRefresher,
    TokenRevoker,
  ],
  exports: [
    CodeExchange,
    Devices,
    JwtAccessTokens,
    OwnTokens,
    Targets,
    TokenInspection,
    TokenIssuer,
    TokenKeys,
    TokenLookup,
    TokenRefresher,
    TokenRevoker,
  ],
})
export class TokensModule {
  constructor(remedies: Remedies, ways: WaysList, devices: Devices, revoker: TokenRevoker) {
    remedies.register('directGrants', (tx, accountId) => devices.end(tx, accountId, null));
    remedies.register('allowedGrants', (tx, accountId, { reach }) =>
      revoker.endAllowedGrants(tx, accountId, reach),
    );
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
