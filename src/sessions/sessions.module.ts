import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { HttpSessions } from './http-session.js';
import { SessionIds } from './session-ids.js';
import { SessionStore } from './session-store.js';
import { SessionController } from './session.controller.js';

@Module({
  imports: [AccountsModule],
  controllers: [SessionController],
  providers: [HttpSessions, SessionIds, SessionStore],
  exports: [HttpSessions, SessionIds],
})
export class SessionsModule {}
