import { Module } from '@nestjs/common';
import { Account } from './account.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountDeletions } from './account-deletions.js';
import { AccountHolds } from './account-holds.js';
import { AccountRoles } from './account-roles.js';
import { AccountService } from './account.service.js';
import { forgetBrowsers } from './known-browsers.js';
import { PasswordVerifier } from './password-verifier.js';
import { ProfileService } from './profile.service.js';
import { disconnectForeignIds, suspendIdentifiers } from './suspended-identifiers.js';
import { Remedies } from '../ways-in/remedies.js';
import { WaysInModule } from '../ways-in/ways-in.module.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';

@Module({
  imports: [TypeOrmModule.forFeature([Account]), ThrottleModule, WaysInModule],
  providers: [AccountDeletions, AccountHolds, AccountRoles, AccountService, PasswordVerifier, ProfileService],
  exports: [
    AccountDeletions,
    AccountHolds,
    AccountRoles,
    AccountService,
    PasswordVerifier,
    ProfileService,
    WaysInModule,
  ],
})
export class AccountsModule {
  constructor(remedies: Remedies) {
    remedies.register('knownBrowsers', (tx, accountId, { known }) => forgetBrowsers(tx, accountId, known));
    remedies.register('identifiers', (tx, accountId, { reach, at }) =>
      suspendIdentifiers(tx, accountId, reach, at),
    );
    remedies.register('partnerIds', disconnectForeignIds);
  }
}
