import { Module } from '@nestjs/common';
import { AccountService } from './account.service.js';
import { PasswordVerifier } from './password-verifier.js';
import { ThrottleModule } from '../throttle/throttle.module.js';

@Module({
  imports: [ThrottleModule],
  providers: [AccountService, PasswordVerifier],
  exports: [AccountService, PasswordVerifier],
})
export class AccountsModule {}
