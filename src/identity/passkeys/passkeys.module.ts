import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { PasskeyChallenges } from './passkey-challenges.js';
import { PasskeyRegistration } from './passkey-registration.js';
import { PasskeyUse } from './passkey-use.entity.js';
import { PasskeyVerifier } from './passkey-verifier.js';
import { PasskeyController } from './passkey.controller.js';
import { Passkey } from './passkey.entity.js';
import { Passkeys } from './passkeys.js';
import { suspendPasskeys } from './passkey-statements.js';
import { RelyingParty } from './relying-party.js';
import { Remedies } from '../accounts/remedies.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Passkey, PasskeyUse]),
    AccountsModule,
    NotificationsModule,
    ThrottleModule,
  ],
  controllers: [PasskeyController],
  providers: [PasskeyChallenges, PasskeyRegistration, PasskeyVerifier, Passkeys, RelyingParty],
  exports: [PasskeyRegistration, PasskeyVerifier, Passkeys, RelyingParty],
})
export class PasskeysModule {
  constructor(remedies: Remedies) {
    remedies.register('passkeys', suspendPasskeys);
  }
}
