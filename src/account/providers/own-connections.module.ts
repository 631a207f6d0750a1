import { Module } from '@nestjs/common';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { AuthorizationModule } from '../../oauth/authorize/authorization.module.js';
import { ProvidersModule } from '../../oauth/providers/providers.module.js';
import { DecisionsModule } from '../decisions/decisions.module.js';
import { OwnWaysModule } from '../ways/own-ways.module.js';
import { ConnectionController } from './connection.controller.js';
import { OwnConnectionsController } from './own-connections.controller.js';
import { ProviderArrivals } from './provider-arrivals.js';
import { ProviderSignInController } from './provider-sign-in.controller.js';

/** Signing in at other providers, and connecting them. */
@Module({
  imports: [
    AuthorizationModule,
    DecisionsModule,
    AccountsModule,
    OwnWaysModule,
    ProvidersModule,
    SessionsModule,
  ],
  controllers: [ConnectionController, OwnConnectionsController, ProviderSignInController],
  providers: [ProviderArrivals],
})
export class OwnConnectionsModule {}
