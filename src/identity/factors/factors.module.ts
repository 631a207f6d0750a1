import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { Remedies } from '../accounts/remedies.js';
import { endedOf, WaysList } from '../accounts/ways-list.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { CodeKeys } from './code-keys.js';
import { FactorSetupCode } from './factor-setup-code.entity.js';
import { FactorSetup } from './factor-setup.js';
import { FactorChecks } from './factor-checks.js';
import { FirstFactors } from './first-factors.js';
import { removeCodes } from './lost-factor.js';
import { endSetupCode } from './setup-code-statements.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { SecondFactors } from './second-factors.js';
import { Totp } from './totp.entity.js';
import { TrustedBrowser } from './trusted-browser.entity.js';
import { endOtherTrust, endTrust, TrustedBrowsers } from './trusted-browsers.js';

const SHARED = [CodeKeys, FactorChecks, FactorSetup, FirstFactors, SecondFactors, TrustedBrowsers];

@Module({
  imports: [
    TypeOrmModule.forFeature([FactorSetupCode, RecoveryCode, Totp, TrustedBrowser]),
    AccountsModule,
    NotificationsModule,
    PasskeysModule,
    ThrottleModule,
  ],
  providers: SHARED,
  exports: [...SHARED, PasskeysModule],
})
export class FactorsModule {
  constructor(remedies: Remedies, ways: WaysList, factors: SecondFactors, trusted: TrustedBrowsers) {
    remedies.register('trustedBrowsers', (tx, accountId, { trust }) => endOtherTrust(tx, accountId, trust));
    remedies.register('setupCodes', (tx, accountId) => endSetupCode(tx, accountId));
    remedies.register('factors', (tx, accountId, { reach }) => removeCodes(tx, accountId, reach));
    ways.register('factors', {
      of: (accountId) => factors.listed(accountId),
      end: (tx, accountId, id) => factors.endListed(tx, accountId, id),
    });
    ways.register('trustedBrowsers', {
      of: async (accountId) =>
        (await trusted.of(accountId)).map(({ digest, agent, createdAt: since, signInId }) => {
          return { id: digest.toString('hex'), type: 'trustedBrowser', name: null, since, agent, signInId };
        }),
      end: async (tx, accountId, id) =>
        endedOf(Number(await endTrust(tx, accountId, Buffer.from(id, 'hex')))),
    });
  }
}
