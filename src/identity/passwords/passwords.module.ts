import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { DevicePasswordsModule } from '../device-passwords/device-passwords.module.js';
import { DevicePasswords } from '../device-passwords/device-passwords.service.js';
import { LateLinks } from '../mailed-links/late-links.js';
import { MailedLinksModule } from '../mailed-links/mailed-links.module.js';
import { FirebaseKey } from './firebase-key.entity.js';
import { FirebaseKeys } from './firebase-keys.js';
import { PasswordVerifier } from './password-verifier.js';

@Module({
  imports: [
    AccountsModule,
    DevicePasswordsModule,
    MailedLinksModule,
    ThrottleModule,
    TypeOrmModule.forFeature([FirebaseKey]),
  ],
  providers: [FirebaseKeys, PasswordVerifier],
  exports: [FirebaseKeys, PasswordVerifier],
})
export class PasswordsModule {
  constructor(verifier: PasswordVerifier, passwords: DevicePasswords, late: LateLinks) {
    // After the answer: its timing does not tell that the password was right.
    verifier.whenProtected((accountId) => late.send(() => passwords.tellNeeded(accountId)));
  }
}
