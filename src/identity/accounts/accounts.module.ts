import { Module } from '@nestjs/common';
import { Account } from './account.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountDeletions } from './account-deletions.js';
import { AccountEndings } from './account-endings.js';
import { AccountRoles } from './account-roles.js';
import { AccountService } from './account.service.js';
import { PasswordVerifier } from './password-verifier.js';
import { ProfileService } from './profile.service.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';

@Module({
  imports: [TypeOrmModule.forFeature([Account]), ThrottleModule],
  providers: [
    AccountDeletions,
    AccountEndings,
    AccountRoles,
    AccountService,
    PasswordVerifier,
    ProfileService,
  ],
  exports: [AccountDeletions, AccountEndings, AccountRoles, AccountService, PasswordVerifier, ProfileService],
})
export class AccountsModule {}
