import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppConfig } from '../../platform/config/app-config.js';
import { BrowserSessions } from '../../platform/http/browser-sessions.js';
import { Database } from '../../platform/database/database.js';
import { Remedies } from '../accounts/remedies.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { KnownBrowsers } from './known-browsers.js';
import { OpenSessions } from './open-sessions.js';
import { Proofs } from './proofs.js';
import { SecondFactor } from './second-factor.js';
import { SecondStep } from './second-step.js';
import { SESSION_COOKIE, SessionIds } from './session-ids.js';
import { SessionSecrets, sessionSecrets } from './session-secrets.js';
import { SessionStore } from './session-store.js';
import { SessionRow } from './session-row.entity.js';
import { SignIn } from './sign-in.js';

const SHARED = [KnownBrowsers, OpenSessions, Proofs, SecondFactor, SecondStep, SessionIds, SignIn];

@Module({
  imports: [
    TypeOrmModule.forFeature([SessionRow]),
    AccountsModule,
    FactorsModule,
    NotificationsModule,
    PasskeysModule,
    PasswordsModule,
  ],
  providers: [
    { provide: SessionSecrets, inject: [AppConfig, Database], useFactory: sessionSecrets },
    {
      provide: BrowserSessions,
      inject: [SessionSecrets, SessionStore],
      useFactory: ({ listed: secrets }: SessionSecrets, records: SessionStore) =>
        new BrowserSessions({ cookie: SESSION_COOKIE, secrets, records }),
    },
    ...SHARED,
    SessionStore,
  ],
  exports: [BrowserSessions, ...SHARED, PasswordsModule],
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
