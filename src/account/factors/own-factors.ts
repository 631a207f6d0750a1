import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PasswordVerifier } from '../../identity/accounts/password-verifier.js';
import { SecondFactors } from '../../identity/factors/second-factors.js';
import { TrustedBrowsers } from '../../identity/factors/trusted-browsers.js';
import type { AccountInformationView } from '../../identity/families/account-information.view.js';
import { refusedAt } from '../../identity/sessions/form-refusal.js';
import { readForm } from '../../platform/checks/form.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import { readerOf } from '../../platform/pages/reader.js';
import { ProofForm } from '../account-forms.js';
import { SECOND_FACTOR, secondFactorPage, type SecondFactorProps } from './second-factor.page.js';

/** The page of an account's second factor, which its forms answer with. */
@Injectable()
export class OwnFactors {
  constructor(
    private readonly factors: SecondFactors,
    private readonly trusted: TrustedBrowsers,
    private readonly passwords: PasswordVerifier,
  ) {}

  async show(
    { accountId, identifiers }: AccountInformationView,
    request: Request,
    response: Response,
    outcome: Pick<SecondFactorProps, 'error' | 'isRemoved'> = {},
  ): Promise<void> {
    const [protection, trusted] = await Promise.all([this.factors.of(accountId), this.trusted.of(accountId)]);
    const reader = readerOf(request, { path: SECOND_FACTOR });
    const username = identifiers[0]?.value ?? '';
    response.type('html').send(secondFactorPage(reader, { protection, trusted, username, ...outcome }));
  }

  /** Checks the password of a form. @returns what it was refused for, with the status of that; null: it is right */
  async problemWithPassword(
    { accountId }: AccountInformationView,
    request: Request,
    response: Response,
  ): Promise<ErrorKey | null> {
    const { current } = (await readForm(ProofForm, request.body)).values;
    const { address } = exchangeOf(request).origin;
    const work = this.passwords.verifyAgain(accountId, current, address);
    return (await refusedAt(response, 'current', work)).current ?? null;
  }
}
