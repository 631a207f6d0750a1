import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { HttpSessions } from './http-session.js';
import { SessionIds } from './session-ids.js';
import { SessionStore } from './session-store.js';
import { SignIn } from './sign-in.js';

@Module({
  imports: [AccountsModule],
  providers: [HttpSessions, SessionIds, SessionStore, SignIn],
  exports: [HttpSessions, SessionIds, SignIn],
})
export class SessionsModule {}
