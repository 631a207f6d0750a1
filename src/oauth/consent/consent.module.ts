import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { Remedies } from '../../identity/accounts/remedies.js';
import { WaysList } from '../../identity/accounts/ways-list.js';
import { OidcModule } from '../oidc/oidc.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { ConnectedApps } from './connected-apps.service.js';
import { Consent } from './consent.entity.js';
import { Consents } from './consents.js';
import { GrantRemoval } from './grant-removal.js';

/** What accounts allowed clients, and how that ends. */
@Module({
  imports: [TypeOrmModule.forFeature([Consent]), AccountsModule, OidcModule, TokensModule],
  providers: [ConnectedApps, Consents, GrantRemoval],
  exports: [ConnectedApps, Consents, GrantRemoval],
})
export class ConsentModule {
  constructor(remedies: Remedies, ways: WaysList, consents: Consents, apps: ConnectedApps) {
    remedies.register('consents', (tx, accountId, { reach }) => consents.takeBack(tx, accountId, reach));
    ways.register('consents', {
      of: (accountId) => apps.waysOf(accountId),
      end: async (tx, accountId, clientId) =>
        (await apps.endIn(tx, accountId, clientId)) ? 'ended' : 'gone',
    });
  }
}
