import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ProfileService } from '../identity/accounts/profile.service.js';
import { AccountPage } from '../platform/operations/declare.js';
import { exchangeOf } from '../platform/operations/exchange.js';
import { afterCommit } from '../platform/errors/outcome.js';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import type { AccountOutcome } from './account.page.js';
import { CurrentAccount } from '../identity/sessions/current-account.js';
import { sessionDigestOf } from '../identity/sessions/http-session.js';
import { OwnAccount } from './own-account.js';
import { PasswordChange } from './password-change.js';
import { refuse } from '../identity/sessions/form-refusal.js';
import { field } from '../identity/sessions/sign-in.js';

/** A person's own account: profile and password. */
@ApiExcludeController()
@Controller('account')
export class AccountController {
  constructor(
    private readonly own: OwnAccount,
    private readonly profiles: ProfileService,
    private readonly passwords: PasswordChange,
  ) {}

  @Get()
  @AccountPage('account', 'The account of who is signed in')
  async show(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.own.show(account, request, response);
  }

  @Post('profile')
  @AccountPage('accountprofile', 'Changes name, country and language', { writes: true })
  async changeProfile(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const profile = {
      name: field(request, 'name').trim(),
      countryCode: field(request, 'countryCode') || null,
      locale: field(request, 'locale') || null,
    };
    const errors = await this.profiles.change(account.accountId, profile, exchangeOf(request).origin.address);
    response.status(errors === null ? 200 : 400);
    const outcome = errors === null ? { isDone: true } : { given: profile, errors };
    await afterCommit(this.own.show(account, request, response, { profile: outcome }));
  }

  @Post('password')
  @AccountPage('accountpassword', 'Changes the password; other browsers are signed out', { writes: true })
  async changePassword(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { accountId } = account;
    const { address } = exchangeOf(request).origin;
    let outcome: AccountOutcome['password'];
    try {
      const [current, next] = [field(request, 'current'), field(request, 'password')];
      const who = { accountId, address, session: sessionDigestOf(request) };
      const problem = await this.passwords.change(who, current, next);
      outcome = problem === null ? { isDone: true } : { next: problem };
      response.status(problem === null ? 200 : 400);
    } catch (cause) {
      outcome = { current: refuse(response, cause) };
    }
    await afterCommit(this.own.show(account, request, response, { password: outcome }));
  }
}
