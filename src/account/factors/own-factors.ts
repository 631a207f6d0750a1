import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SecondFactors } from '../../identity/factors/second-factors.js';
import { TrustedBrowsers } from '../../identity/factors/trusted-browsers.js';
import type { AccountInformationView } from '../../identity/families/account-information.view.js';
import { readerOf } from '../../platform/pages/reader.js';
import { SECOND_FACTOR } from '../account-frame.js';
import { OwnRecovery } from '../recovery/own-recovery.js';
import { secondFactorPage, type SecondFactorProps } from './second-factor.page.js';

/** The page of an account's second factor, which its forms answer with. */
@Injectable()
export class OwnFactors {
  constructor(
    private readonly factors: SecondFactors,
    private readonly trusted: TrustedBrowsers,
    private readonly recovery: OwnRecovery,
  ) {}

  async show(
    { accountId }: AccountInformationView,
    request: Request,
    response: Response,
    outcome: Pick<SecondFactorProps, 'error' | 'isRemoved'> = {},
  ): Promise<void> {
    const [protection, trusted, underWay] = await Promise.all([
      this.factors.of(accountId),
      this.trusted.of(accountId),
      this.recovery.of(accountId),
    ]);
    const recoveryReadyAt = underWay?.readyAt ?? null;
    const reader = readerOf(request, { path: SECOND_FACTOR });
    response
      .type('html')
      .send(secondFactorPage(reader, { protection, trusted, recoveryReadyAt, ...outcome }));
  }
}
