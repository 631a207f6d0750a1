import { Module } from '@nestjs/common';
import { FamiliesModule } from '../../identity/families/families.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { SigningModule } from '../signing/signing.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { BackchannelLogout } from './backchannel-logout.js';
import { IdTokens } from './id-tokens.js';
import { JwksController } from './jwks.controller.js';
import { LogoutTokens } from './logout-tokens.js';
import { SignOut } from './sign-out.js';
import { UserClaimsReader } from './user-claims.js';
import { UserInfoController } from './user-info.controller.js';

/** OpenID Connect: id_tokens and the keys that sign them, /userinfo, and signing out. */
@Module({
  imports: [ClientsModule, FamiliesModule, NotificationsModule, SessionsModule, SigningModule],
  controllers: [JwksController, UserInfoController],
  providers: [BackchannelLogout, IdTokens, LogoutTokens, SignOut, UserClaimsReader],
  exports: [BackchannelLogout, IdTokens, LogoutTokens, SignOut, UserClaimsReader],
})
export class OidcModule {}
