import { Controller, Get, Header, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PasswordChange } from '../accounts/password-change.js';
import { OpenPage } from '../contract/declare.js';
import { exchangeOf } from '../contract/exchange.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import type { AccountInformationView } from '../families/account-information.view.js';
import { AccountInformationService } from '../families/account-information.service.js';
import { accountPage, type AccountPageProps } from '../pages/account.page.js';
import { signInPage } from '../pages/challenge.page.js';
import { languageFor, type Language } from '../pages/texts/texts.js';
import { HttpSessions, sessionAccountOf, sessionDigestOf } from '../sessions/http-session.js';
import { ConnectedApps } from './connected-apps.service.js';
import { field, SignIn } from './sign-in.js';
import { SignIns } from './sign-ins.service.js';

const HTML = 'text/html; charset=utf-8';

/** A person's own pages: sign in, account and connected apps (D61). */
@ApiExcludeController()
@Controller()
export class AccountController {
  constructor(
    private readonly information: AccountInformationService,
    private readonly apps: ConnectedApps,
    private readonly sessions: HttpSessions,
    private readonly signIn: SignIn,
    private readonly signIns: SignIns,
    private readonly passwords: PasswordChange,
  ) {}

  @Get('sign-in')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @OpenPage('signin', 'The sign-in page')
  showSignIn(@Req() request: Request): string {
    return signInPage(languageOf(request), {
      action: '/sign-in',
      clientName: null,
      identifier: '',
      cancel: null,
    });
  }

  @Post('sign-in')
  @Header('Cache-Control', 'no-store')
  @OpenPage('signinpost', 'Signs a browser in', { writes: true })
  async signInHere(@Req() request: Request, @Res() response: Response): Promise<void> {
    const outcome = await this.signIn.attempt(request, response, null);
    if (!('error' in outcome)) return response.redirect(303, '/account');
    const props = { action: '/sign-in', clientName: null, cancel: null, ...outcome };
    response.type('html').send(signInPage(languageOf(request), props));
  }

  @Get('account')
  @Header('Cache-Control', 'no-store')
  @OpenPage('account', 'The account of who is signed in')
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const account = await this.current(request, response);
    if (!account) return response.redirect(303, '/sign-in');
    await this.send(account, request, response);
  }

  @Post('account/password')
  @Header('Cache-Control', 'no-store')
  @OpenPage('accountpassword', 'Changes the password; other browsers are signed out', { writes: true })
  async changePassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const account = await this.current(request, response);
    if (!account) return response.redirect(303, '/sign-in');
    const { address } = exchangeOf(request).origin;
    let outcome: AccountPageProps['password'];
    try {
      const [current, next] = [field(request, 'current'), field(request, 'password')];
      const problem = await this.passwords.change(account.accountId, current, next, address);
      if (problem === null) await this.signIns.endOtherSessions(account.accountId, sessionDigestOf(request));
      outcome = problem === null ? { isDone: true } : { next: problem };
      response.status(problem === null ? 200 : 400);
    } catch (cause) {
      outcome = { current: refusalOf(cause) };
      response.status((cause as CallError).definition.status).set((cause as CallError).headers);
    }
    await this.send(account, request, response, outcome);
  }

  @Post('account/end')
  @Header('Cache-Control', 'no-store')
  @OpenPage('accountend', 'Signs a browser or a device out', { writes: true })
  async end(@Req() request: Request, @Res() response: Response): Promise<void> {
    const account = await this.current(request, response);
    if (!account) return response.redirect(303, '/sign-in');
    await this.signIns.end(account.accountId, field(request, 'kind'), field(request, 'id'));
    response.redirect(303, '/account');
  }

  @Post('account/end-others')
  @Header('Cache-Control', 'no-store')
  @OpenPage('accountendothers', 'Signs everything out but this browser', { writes: true })
  async endOthers(@Req() request: Request, @Res() response: Response): Promise<void> {
    const account = await this.current(request, response);
    if (!account) return response.redirect(303, '/sign-in');
    await this.signIns.endOthers(account.accountId, sessionDigestOf(request));
    response.redirect(303, '/account');
  }

  private async send(
    account: AccountInformationView,
    request: Request,
    response: Response,
    password?: AccountPageProps['password'],
  ): Promise<void> {
    const [apps, signIns] = await Promise.all([
      this.apps.of(account.accountId),
      this.signIns.of(account.accountId, sessionDigestOf(request)),
    ]);
    const page = accountPage(languageOf(request), {
      name: account.name,
      identifiers: account.identifiers.map(({ value, validated }) => ({
        value,
        isValidated: validated === 'true',
      })),
      families: account.families.map(({ familyName }) => familyName),
      apps,
      signIns,
      password,
    });
    response.type('html').send(page);
  }

  @Post('account/disconnect')
  @Header('Cache-Control', 'no-store')
  @OpenPage('accountdisconnect', 'Ends what an application was allowed, and its tokens', { writes: true })
  async disconnect(@Req() request: Request, @Res() response: Response): Promise<void> {
    const account = await this.current(request, response);
    if (!account) return response.redirect(303, '/sign-in');
    await this.apps.disconnect(account.accountId, field(request, 'client'));
    response.redirect(303, '/account');
  }

  private async current(request: Request, response: Response): Promise<AccountInformationView | null> {
    await this.sessions.load(request, response);
    const accountId = sessionAccountOf(request);
    return accountId === null ? null : this.information.find(accountId);
  }
}

function languageOf(request: Request): Language {
  return languageFor(request.headers['accept-language'], null);
}

/** What the form says of a refusal; anything else is thrown on. */
function refusalOf(cause: unknown): 'wrongPassword' | 'waitABit' | 'busy' {
  if (cause instanceof CallError) {
    if (cause.definition === Errors.credentialInvalid) return 'wrongPassword';
    if (cause.definition === Errors.tooManyAttempts) return 'waitABit';
    if (cause.definition === Errors.unavailable) return 'busy';
  }
  throw cause;
}
