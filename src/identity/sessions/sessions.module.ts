import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountEndings } from '../accounts/account-endings.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { HttpSessions } from './http-session.js';
import { KnownBrowsers } from './known-browsers.js';
import { OpenSessions } from './open-sessions.js';
import { SessionIds } from './session-ids.js';
import { SessionStore } from './session-store.js';
import { SessionRow } from './session.entity.js';
import { SignIn } from './sign-in.js';

@Module({
  imports: [TypeOrmModule.forFeature([SessionRow]), AccountsModule, FactorsModule, NotificationsModule],
  providers: [HttpSessions, KnownBrowsers, OpenSessions, SessionIds, SessionStore, SignIn],
  exports: [HttpSessions, KnownBrowsers, OpenSessions, SessionIds, SignIn],
})
export class SessionsModule {
  constructor(endings: AccountEndings, sessions: OpenSessions) {
    endings.register('sessions', (tx, accountId) => sessions.end(tx, accountId));
  }
}
