import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FamiliesModule } from '../../identity/families/families.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { BackchannelLogout } from './backchannel-logout.js';
import { IdTokenAnswers } from './id-token-answers.js';
import { IdTokens } from './id-tokens.js';
import { JwksController } from './jwks.controller.js';
import { LogoutTokens } from './logout-tokens.js';
import { SignOut } from './sign-out.js';
import { SigningKey } from './signing-key.entity.js';
import { SigningKeys } from './signing-keys.js';
import { UserInfoController } from './user-info.controller.js';

/** OpenID Connect: id_tokens and the keys that sign them, /userinfo, and signing out. */
@Module({
  imports: [
    TypeOrmModule.forFeature([SigningKey]),
    ClientsModule,
    FamiliesModule,
    NotificationsModule,
    SessionsModule,
  ],
  controllers: [JwksController, UserInfoController],
  providers: [BackchannelLogout, IdTokenAnswers, IdTokens, LogoutTokens, SignOut, SigningKeys],
  exports: [BackchannelLogout, IdTokenAnswers, IdTokens, LogoutTokens, SignOut],
})
export class OidcModule {}
