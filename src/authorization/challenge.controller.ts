import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { answerAt } from '../clients/redirect-answer.js';
import { AppConfig } from '../config/app-config.js';
import { OpenPage } from '../contract/declare.js';
import { exchangeOf } from '../contract/exchange.js';
import { AccountInformationService } from '../families/account-information.service.js';
import { authorizationProblemPage, consentPage, signInPage } from '../pages/challenge.page.js';
import { languageFor, type Language } from '../pages/texts/texts.js';
import { HttpSessions, sessionAccountOf, sessionSignInOf } from '../sessions/http-session.js';
import { AuthorizationService, type Challenge, type SignedIn } from './authorization.service.js';
import { browserDigests } from './browser-cookie.js';
import { allowFormTarget } from './form-target.js';
import { field, SignIn, type SignInError } from './sign-in.js';

const GONE = 410;

/** The challenge (§3.3 C and D, D58): sign-in, then consent; both belong to its session id, not to the browser (D72). */
@ApiExcludeController()
@Controller('challenge')
export class ChallengeController {
  constructor(
    private readonly authorization: AuthorizationService,
    private readonly information: AccountInformationService,
    private readonly sessions: HttpSessions,
    private readonly signIn: SignIn,
    private readonly config: AppConfig,
  ) {}

  @Get()
  @OpenPage('challenge', 'The sign-in and consent pages of an authorization')
  async show(
    @Query('session_id') sessionId: unknown,
    @Query('switch') wantsSwitch: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const challenge = await this.open(sessionId, request, response);
    if (!challenge) return;
    const who = wantsSwitch === undefined ? await this.signedInTo(challenge, request, response) : null;
    const account = who === null ? null : await this.information.find(who.accountId);
    if (!who || !account) return this.showSignIn(challenge, sessionId as string, request, response);
    const { client, context, scopes } = challenge;
    const mustAsk = context.prompt?.split(' ').includes('consent') ?? false;
    if (!mustAsk && (await this.authorization.isRemembered(who.accountId, client.id, scopes))) {
      const code = await this.authorization.repeat(context, client, who);
      return this.answer(response, challenge, { code }, 302);
    }
    const path = pathOf(sessionId as string);
    response.send(
      consentPage(languageOf(challenge, request), {
        action: path('/consent'),
        switchPath: `${path('')}&switch=1`,
        clientName: client.name,
        destination: new URL(context.redirectUri).host || context.redirectUri,
        accountId: account.accountId,
        accountName: account.name,
        scopes,
      }),
    );
  }

  @Post('sign-in')
  @OpenPage('challengesignin', 'Signs the user in for an authorization', { writes: true })
  async signInForIt(
    @Query('session_id') sessionId: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const challenge = await this.open(sessionId, request, response);
    if (!challenge) return;
    const outcome = await this.signIn.attempt(request, response, challenge.client.clientId);
    if ('error' in outcome)
      return this.showSignIn(challenge, sessionId as string, request, response, outcome);
    await this.authorization.signedIn(challenge, outcome);
    response.redirect(303, pathOf(sessionId as string)(''));
  }

  /** A second click on Allow gets a code of its own: the first may be on its way already. */
  @Post('consent')
  @OpenPage('challengeconsent', "The user's decision", { writes: true })
  async decide(
    @Query('session_id') sessionId: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const challenge = await this.open(sessionId, request, response);
    if (!challenge) return;
    const who = await this.signedInTo(challenge, request, response);
    if (field(request, 'decision') !== 'allow') {
      await this.authorization.decline(challenge, who?.accountId ?? null);
      const description = 'The user did not allow it.';
      return this.answer(
        response,
        challenge,
        { error: 'access_denied', error_description: description },
        303,
      );
    }
    // The page named an account: nobody consents for another one that signed in meanwhile in the next tab.
    if (who === null || field(request, 'account') !== who.accountId)
      return response.redirect(303, pathOf(sessionId as string)(''));
    this.answer(response, challenge, { code: await this.authorization.allow(challenge, who) }, 303);
  }

  /** The open challenge; otherwise the page that says to start again is sent. */
  private async open(sessionId: unknown, request: Request, response: Response): Promise<Challenge | null> {
    response.set('Cache-Control', 'no-store').type('html');
    const found =
      typeof sessionId === 'string'
        ? await this.authorization.find(sessionId, browserDigests(request))
        : null;
    if (found) {
      allowFormTarget(response, found.context.redirectUri);
      return found;
    }
    const language = languageFor(request.headers['accept-language'], null);
    response.status(GONE);
    response.send(authorizationProblemPage(language, 'over', null, exchangeOf(request).requestId));
    return null;
  }

  /** Who signed in for this challenge; else who is signed in to the browser, unless a new sign-in is asked for. */
  private async signedInTo(
    { context }: Challenge,
    request: Request,
    response: Response,
  ): Promise<SignedIn | null> {
    if (context.accountId !== null) return { accountId: context.accountId, at: context.signedInAt };
    await this.sessions.load(request, response);
    const accountId = sessionAccountOf(request);
    const at = sessionSignInOf(request);
    return accountId === null || this.authorization.isNewSignInAsked(context, at) ? null : { accountId, at };
  }

  private showSignIn(
    challenge: Challenge,
    sessionId: string,
    request: Request,
    response: Response,
    failed: { error?: SignInError; identifier: string } = { identifier: challenge.context.loginHint ?? '' },
  ): void {
    const path = pathOf(sessionId);
    response.send(
      signInPage(languageOf(challenge, request), {
        action: path('/sign-in'),
        cancel: path('/consent'),
        clientName: challenge.client.name,
        ...failed,
      }),
    );
  }

  private answer(
    response: Response,
    { context }: Challenge,
    answer: Record<string, string>,
    status: 302 | 303,
  ): void {
    const { redirectUri, state } = context;
    response.redirect(status, answerAt(redirectUri, { ...answer, state, iss: this.config.publicUrl }));
  }
}

function languageOf({ context }: Challenge, request: Request): Language {
  const asked = context.uiLocales?.replaceAll(' ', ',') ?? '';
  return languageFor(`${asked},${request.headers['accept-language'] ?? ''}`, null);
}

function pathOf(sessionId: string): (step: string) => string {
  return (step) => `/challenge${step}?session_id=${encodeURIComponent(sessionId)}`;
}
