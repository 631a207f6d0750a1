import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { Database } from '../../platform/database/database.js';
import { tellDevicePasswordNeeded } from '../device-passwords/device-password-statements.js';
import { Notices } from '../notifications/notices.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { LateLinks } from '../mailed-links/late-links.js';
import { MailedLinksModule } from '../mailed-links/mailed-links.module.js';
import { FirebaseKey } from './firebase-key.entity.js';
import { FirebaseKeys } from './firebase-keys.js';
import { PasswordVerifier } from './password-verifier.js';

@Module({
  imports: [
    AccountsModule,
    MailedLinksModule,
    NotificationsModule,
    ThrottleModule,
    TypeOrmModule.forFeature([FirebaseKey]),
  ],
  providers: [FirebaseKeys, PasswordVerifier],
  exports: [FirebaseKeys, PasswordVerifier],
})
export class PasswordsModule {
  constructor(verifier: PasswordVerifier, late: LateLinks, database: Database, notices: Notices) {
    // After the answer: its timing does not tell that the password was right.
    verifier.whenProtected((accountId) =>
      late.send(() => tellDevicePasswordNeeded(database, notices, accountId)),
    );
  }
}
