import { Module } from '@nestjs/common';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { PasskeysModule } from '../../identity/passkeys/passkeys.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { ProvidersModule } from '../../oauth/providers/providers.module.js';
import { OwnDevicePasswordsModule } from '../device-passwords/own-device-passwords.module.js';
import { ListedWays } from './listed-ways.js';
import { SecurityController } from './security.controller.js';
import { WaysIn } from './ways-in.js';

/** Every way into an account, on its security page. */
@Module({
  imports: [
    AccountsModule,
    MailedLinksModule,
    OwnDevicePasswordsModule,
    PasskeysModule,
    ProvidersModule,
    SessionsModule,
  ],
  controllers: [SecurityController],
  providers: [ListedWays, WaysIn],
  exports: [WaysIn],
})
export class OwnWaysModule {}
