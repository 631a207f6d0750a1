import { Injectable } from '@nestjs/common';
import { html, type Answering, type Shown } from '../../platform/operations/shown.js';
import { FirstFactors } from '../../identity/factors/first-factors.js';
import { SecondFactors } from '../../identity/factors/second-factors.js';
import { TrustedBrowsers } from '../../identity/factors/trusted-browsers.js';
import type { OwnVisit } from '../../identity/sessions/own-visit.js';
import { readerOf } from '../../platform/pages/reader.js';
import { SECOND_FACTOR } from '../frame/account-frame.js';
import { OwnRecovery } from '../recovery/own-recovery.js';
import { factorSetupPage, type FactorSetupProps } from './factor-setup.page.js';
import { secondFactorPage, type SecondFactorProps } from './second-factor.page.js';

/** The pages of an account's second factor, which its forms answer with. */
@Injectable()
export class OwnFactors {
  constructor(
    private readonly factors: SecondFactors,
    private readonly trusted: TrustedBrowsers,
    private readonly recovery: OwnRecovery,
    private readonly first: FirstFactors,
  ) {}

  async show(
    visit: OwnVisit,
    outcome: Pick<SecondFactorProps, 'error' | 'isRemoved'> = {},
    answering?: Answering,
  ): Promise<Shown> {
    const { accountId } = visit.account;
    const [protection, trusted, underWay] = await Promise.all([
      this.factors.of(accountId),
      this.trusted.of(accountId),
      this.recovery.of(accountId),
    ]);
    const recoveryReadyAt = underWay?.readyAt ?? null;
    const reader = readerOf(visit, { path: SECOND_FACTOR });
    const props = { protection, trusted, recoveryReadyAt, ...outcome };
    return html(secondFactorPage(reader, props), answering);
  }

  /** The page of a new key. */
  async showKey(
    visit: OwnVisit,
    shown: Omit<FactorSetupProps, 'takesSetupCode'>,
    answering?: Answering,
  ): Promise<Shown> {
    const takesSetupCode = await this.first.takeCode(visit.account.accountId);
    const reader = readerOf(visit, { path: SECOND_FACTOR });
    return html(factorSetupPage(reader, { takesSetupCode, ...shown }), answering);
  }
}
