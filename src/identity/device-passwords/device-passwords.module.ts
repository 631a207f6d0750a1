import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PasswordVerifier } from '../accounts/password-verifier.js';
import { LateLinks } from '../mailed-links/late-links.js';
import { MailedLinksModule } from '../mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { DevicePassword } from './device-password.entity.js';
import { DevicePasswords } from './device-passwords.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([DevicePassword]),
    AccountsModule,
    MailedLinksModule,
    NotificationsModule,
  ],
  providers: [DevicePasswords],
  exports: [DevicePasswords],
})
export class DevicePasswordsModule {
  constructor(verifier: PasswordVerifier, passwords: DevicePasswords, late: LateLinks) {
    // After the answer: its timing does not tell that the password was right.
    verifier.whenProtected((accountId) => late.send(() => passwords.tellNeeded(accountId)));
  }
}
