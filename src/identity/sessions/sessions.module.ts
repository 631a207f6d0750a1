import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountEndings } from '../accounts/account-endings.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { GivenFactors } from './given-factors.js';
import { HttpSessions } from './http-sessions.js';
import { HeldSignIns } from './held-sign-ins.js';
import { KnownBrowsers } from './known-browsers.js';
import { OpenSessions } from './open-sessions.js';
import { SecondStep } from './second-step.js';
import { SentCredentials } from './sent-credentials.js';
import { SessionIds } from './session-ids.js';
import { SessionStore } from './session-store.js';
import { SessionRow } from './session-row.entity.js';
import { SignIn } from './sign-in.js';
import { StrongerSignIns } from './stronger-sign-ins.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([SessionRow]),
    AccountsModule,
    FactorsModule,
    NotificationsModule,
    PasskeysModule,
  ],
  providers: [
    GivenFactors,
    HeldSignIns,
    HttpSessions,
    KnownBrowsers,
    OpenSessions,
    SecondStep,
    SentCredentials,
    SessionIds,
    SessionStore,
    SignIn,
    StrongerSignIns,
  ],
  exports: [
    GivenFactors,
    HttpSessions,
    KnownBrowsers,
    OpenSessions,
    SecondStep,
    SessionIds,
    SignIn,
    StrongerSignIns,
  ],
})
export class SessionsModule {
  constructor(endings: AccountEndings, sessions: OpenSessions) {
    endings.register('sessions', (tx, accountId) => sessions.end(tx, accountId));
  }
}
