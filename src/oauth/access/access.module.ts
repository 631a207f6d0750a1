import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { DpopModule } from '../dpop/dpop.module.js';
import { MacModule } from '../mac/mac.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { RequestAccess } from '../../platform/http/request-access.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { SsoModule } from '../sso/sso.module.js';
import { CallerResolver } from './caller-resolver.js';
import { ClientAssertions } from './client-assertions.js';
import { LaneAccess } from './lane-access.js';

@Module({
  imports: [
    ClientsModule,
    DocumentsModule,
    DpopModule,
    AccountsModule,
    MacModule,
    SessionsModule,
    SsoModule,
    TokensModule,
  ],
  providers: [CallerResolver, ClientAssertions, { provide: RequestAccess, useClass: LaneAccess }],
  exports: [CallerResolver, ClientsModule, RequestAccess],
})
export class AccessModule {}
