import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { AccountController } from './account.controller.js';
import { AuthorizationService } from './authorization.service.js';
import { AuthorizeController } from './authorize.controller.js';
import { ChallengeController } from './challenge.controller.js';
import { ConnectedApps } from './connected-apps.service.js';
import { LinkController } from './link.controller.js';
import { LogoutController } from './logout.controller.js';
import { SignIn } from './sign-in.js';
import { SignIns } from './sign-ins.service.js';

@Module({
  imports: [AccountsModule, ClientsModule, FamiliesModule, SessionsModule, TokensModule],
  controllers: [
    AccountController,
    AuthorizeController,
    ChallengeController,
    LinkController,
    LogoutController,
  ],
  providers: [AuthorizationService, ConnectedApps, SignIn, SignIns],
})
export class AuthorizationModule {}
