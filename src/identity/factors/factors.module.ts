import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { Remedies } from '../accounts/remedies.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { Authenticators } from './authenticators.js';
import { CodeKeys } from './code-keys.js';
import { FactorSetupCode } from './factor-setup-code.entity.js';
import { FactorSetup } from './factor-setup.js';
import { FactorChecks } from './factor-checks.js';
import { FirstFactors } from './first-factors.js';
import { removeCodes } from './lost-factor.js';
import { endSetupCode } from './setup-code-statements.js';
import { ListedFactors } from './listed-factors.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { SecondFactors } from './second-factors.js';
import { Totp } from './totp.entity.js';
import { TrustedBrowser } from './trusted-browser.entity.js';
import { endOtherTrust, TrustedBrowsers } from './trusted-browsers.js';

const SHARED = [
  Authenticators,
  CodeKeys,
  FactorChecks,
  FactorSetup,
  FirstFactors,
  SecondFactors,
  TrustedBrowsers,
];

@Module({
  imports: [
    TypeOrmModule.forFeature([FactorSetupCode, RecoveryCode, Totp, TrustedBrowser]),
    AccountsModule,
    NotificationsModule,
    PasskeysModule,
    ThrottleModule,
  ],
  providers: [...SHARED, ListedFactors],
  exports: [...SHARED, PasskeysModule],
})
export class FactorsModule {
  constructor(remedies: Remedies) {
    remedies.register('trustedBrowsers', (tx, accountId, { trust }) => endOtherTrust(tx, accountId, trust));
    remedies.register('setupCodes', (tx, accountId) => endSetupCode(tx, accountId));
    remedies.register('factors', (tx, accountId, { reach }) => removeCodes(tx, accountId, reach));
  }
}
