import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { SsoModule } from '../sso/sso.module.js';
import { IdentityProvider } from './identity-provider.entity.js';
import { OfferedProviders } from './offered-providers.js';
import { ProviderAccounts } from './provider-accounts.js';
import { ProviderClients } from './provider-clients.js';
import { ProviderConnections } from './provider-connections.js';
import { ProviderSignIns } from './provider-sign-ins.js';
import { ProviderStore } from './provider-store.js';
import { ProviderTrials } from './provider-trials.js';
import { ProviderVisits } from './provider-visits.js';

/** Providers elsewhere where people may sign in, and their connections with accounts. */
@Module({
  imports: [
    TypeOrmModule.forFeature([IdentityProvider]),
    MailedLinksModule,
    NotificationsModule,
    SsoModule,
    ThrottleModule,
  ],
  providers: [
    OfferedProviders,
    ProviderAccounts,
    ProviderClients,
    ProviderConnections,
    ProviderSignIns,
    ProviderStore,
    ProviderTrials,
    ProviderVisits,
  ],
  exports: [
    OfferedProviders,
    ProviderAccounts,
    ProviderConnections,
    ProviderSignIns,
    ProviderStore,
    ProviderTrials,
    ProviderVisits,
  ],
})
export class ProvidersModule {}
