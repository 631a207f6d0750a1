import { Module } from '@nestjs/common';
import { AccountService } from './account.service.js';
import { PasswordVerifier } from './password-verifier.js';
import { SignInThrottle } from './sign-in-throttle.js';

@Module({
  providers: [AccountService, PasswordVerifier, SignInThrottle],
  exports: [AccountService, PasswordVerifier],
})
export class AccountsModule {}
