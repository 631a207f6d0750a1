import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppConfig } from '../../platform/config/app-config.js';
import { Database } from '../../platform/database/database.js';
import { Remedies } from '../ways-in/remedies.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { GivenFactors } from './given-factors.js';
import { HttpSessions } from './http-sessions.js';
import { HeldSignIns } from './held-sign-ins.js';
import { KeptBrowser } from './kept-browser.js';
import { KnownBrowsers } from './known-browsers.js';
import { OpenSessions } from './open-sessions.js';
import { Proofs } from './proofs.js';
import { SecondStep } from './second-step.js';
import { SentCredentials } from './sent-credentials.js';
import { SentSessionCookies } from './sent-session-cookies.js';
import { SessionIds } from './session-ids.js';
import { SessionSecrets, sessionSecrets } from './session-secrets.js';
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
    { provide: SessionSecrets, inject: [AppConfig, Database], useFactory: sessionSecrets },
    GivenFactors,
    HeldSignIns,
    HttpSessions,
    KeptBrowser,
    KnownBrowsers,
    OpenSessions,
    Proofs,
    SecondStep,
    SentCredentials,
    SentSessionCookies,
    SessionIds,
    SessionStore,
    SignIn,
    StrongerSignIns,
  ],
  exports: [
    GivenFactors,
    HttpSessions,
    KeptBrowser,
    KnownBrowsers,
    OpenSessions,
    Proofs,
    SecondStep,
    SessionIds,
    SignIn,
    StrongerSignIns,
  ],
})
export class SessionsModule {
  constructor(remedies: Remedies, sessions: OpenSessions) {
    remedies.register('sessions', (tx, accountId, { session, remedy, reach: { signInIds } }) =>
      signInIds === null
        ? sessions.end(tx, accountId, { except: session })
        : sessions.endOfSignIns(tx, accountId, signInIds, remedy === 'disownSignIn'),
    );
  }
}
