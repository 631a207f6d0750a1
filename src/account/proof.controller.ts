import { Controller, Get, Header, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PasswordVerifier } from '../identity/accounts/password-verifier.js';
import type { Method } from '../identity/sessions/authentication.js';
import { CurrentAccount } from '../identity/sessions/current-account.js';
import { refusedAt } from '../identity/sessions/form-refusal.js';
import { GivenFactors } from '../identity/sessions/given-factors.js';
import { CurrentSession, type CurrentHttpSession } from '../identity/sessions/http-sessions.js';
import { Proofs } from '../identity/sessions/proofs.js';
import { SignIn } from '../identity/sessions/sign-in.js';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import { readForm } from '../platform/checks/form.js';
import { followUp } from '../platform/errors/outcome.js';
import { AccountPage } from '../platform/operations/declare.js';
import { exchangeOf } from '../platform/operations/exchange.js';
import { pageIn, signInPath } from '../platform/pages/sign-in-path.js';
import { readerOf } from '../platform/pages/reader.js';
import { ProofForm } from './account-forms.js';
import { factorErrorOf } from './factors/factor-error.js';
import { proofPage, type ProofProps } from './proof.page.js';
import { WaysIn } from './ways-in.js';

/** Where who is signed in shows again that it is them, before something sensitive (D253). */
@ApiExcludeController()
@Controller('confirm')
export class ProofController {
  constructor(
    private readonly passwords: PasswordVerifier,
    private readonly given: GivenFactors,
    private readonly ways: WaysIn,
    private readonly signIn: SignIn,
    private readonly proofs: Proofs,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @AccountPage('accountconfirm', 'Asks who is signed in to show it again', { keepsOpener: true })
  ask(
    @CurrentAccount() account: AccountInformationView,
    @Query('next') next: unknown,
    @Req() request: Request,
  ): Promise<string> {
    return this.page(account, next, request);
  }

  @Post()
  @AccountPage('accountconfirmed', 'Takes the password again, and goes on', {
    writes: true,
    isProof: true,
    keepsOpener: true,
  })
  async byPassword(
    @CurrentAccount() account: AccountInformationView,
    @CurrentSession() session: CurrentHttpSession,
    @Query('next') next: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { current } = (await readForm(ProofForm, request.body)).values;
    const { address } = exchangeOf(request).origin;
    const { accountId } = account;
    const work = this.passwords.verifyAgain(accountId, current, address);
    const { current: key } = await refusedAt(
      response,
      'current',
      work.then(() => {}),
    );
    if (key === undefined) {
      const page = pageIn(next);
      if (await followUp(this.proofs.show(session, 'password'))) return response.redirect(303, page);
      // The second click on the button, or it was signed out meanwhile: the password signs in as on any page.
      const { mark } = await work;
      const who = { accountId, methods: ['password'], mark } as const;
      const outcome = await followUp(this.signIn.proceed(who, { next: page }, request, response));
      return response.redirect(303, 'step' in outcome ? outcome.step : page);
    }
    const error = { field: 'current', key } as const;
    response.type('html').send(await followUp(this.page(account, next, request, error)));
  }

  @Post('factor')
  @AccountPage('accountconfirmedfactor', 'Takes a second factor in place of the password, and goes on', {
    writes: true,
    isProof: true,
    keepsOpener: true,
  })
  async byFactor(
    @CurrentAccount() account: AccountInformationView,
    @CurrentSession() session: CurrentHttpSession,
    @Query('next') next: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    let method: Method;
    try {
      method = await this.given.verify(request, account.accountId, true);
    } catch (cause) {
      const error = { field: await this.given.fieldOf(request), key: factorErrorOf(response, cause) };
      response.type('html').send(await followUp(this.page(account, next, request, error)));
      return;
    }
    // A second click finds another id: it is sent to sign in, since a factor alone signs nobody in.
    const isProven = await followUp(this.proofs.show(session, method));
    response.redirect(303, isProven ? pageIn(next) : signInPath(pageIn(next)));
  }

  private async page(
    { accountId, name, identifiers }: AccountInformationView,
    next: unknown,
    request: Request,
    error?: ProofProps['error'],
  ): Promise<string> {
    const ways = await this.ways.provingOf(accountId);
    const page = { next: pageIn(next), name, username: identifiers[0]?.value ?? '', ways, error };
    return proofPage(readerOf(request), page);
  }
}
