import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Answer } from '../clients/redirect-answer.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { readForm } from '../../platform/checks/form.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { followUp } from '../../platform/errors/outcome.js';
import { orSignIn } from '../../platform/errors/sign-in-required.js';
import { AccountInformationService } from '../../identity/families/account-information.service.js';
import { authorizationProblemPage, consentPage, signInPage, type SignInProps } from './challenge.page.js';
import { lookOf } from '../../platform/pages/look.js';
import { readerOf, type Reader } from '../../platform/pages/reader.js';
import { AuthorizationDecisions } from './authorization-decisions.js';
import { UNMET } from './authorize-request.js';
import { AuthorizationService, type Challenge } from './authorization.service.js';
import { browserDigests, ensureBrowser } from '../../identity/sessions/browser-cookie.js';
import { onwardFrom } from './challenge-second-step.js';
import type { ChallengeUser } from './challenge-user.js';
import { allowFormTarget } from './form-target.js';
import { answerBack } from './answer-back.js';
import { isHinted } from './user-hints.js';
import { DecisionForm } from '../../identity/sessions/decision-form.js';
import { BEFORE_METHODS } from '../../identity/sessions/authentication.js';
import { pageAccountOf } from '../../identity/sessions/http-sessions.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { proofPath } from '../../platform/pages/sign-in-path.js';

const GONE = 410;
/** Somebody else is signed in than the id_token_hint names. */
const OTHER = { error: { key: 'otherAccount' } } as const;
const BY_SESSION_ID =
  'The session id of its address says what is asked, of the browser that began or first opened it; whoever allows it signs in here.';

/** An open challenge and its URL. */
interface OpenChallenge extends Challenge {
  readonly sessionId: string;
  /** The URL of one of its steps. */
  readonly path: (step: string) => string;
}

/**
 * The challenge (§3.3 C and D, D58): sign-in, then consent; both are bound to its session id, not to the browser (D72).
 */
@ApiExcludeController()
@Controller('challenge')
export class ChallengeController {
  constructor(
    private readonly authorization: AuthorizationService,
    private readonly decisions: AuthorizationDecisions,
    private readonly information: AccountInformationService,
    private readonly signIn: SignIn,
    private readonly config: AppConfig,
  ) {}

  @Get()
  @OpenPage('challenge', 'The sign-in and consent pages of an authorization', {
    because: BY_SESSION_ID,
    keepsOpener: true,
  })
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const open = await this.open(request, response);
    if (!open) return;
    const { client, context, scopes, path } = open;
    const wantsSwitch = request.query.switch !== undefined;
    const who = wantsSwitch ? null : await this.signedInTo(open, request, response);
    if (who && !isHinted(context, who.accountId)) return this.showSignIn(open, request, response, OTHER);
    const account = who === null ? null : await this.information.find(who.accountId);
    if (!who || !account) return this.showSignIn(open, request, response);
    if (!(await this.isStrongEnough(open, who, request, response))) return;
    const mustAsk = context.prompt?.split(' ').includes('consent') ?? false;
    if (!mustAsk && (await this.decisions.isRemembered(who.accountId, client, scopes))) {
      const { address } = exchangeOf(request).origin;
      const repeated = this.decisions.repeat(context, client, { ...who, address });
      return this.answerOrSignIn(request, response, open, repeated);
    }
    if (!this.authorization.isProven(who, request)) return this.askAgain(open, who, request, response);
    response.send(
      consentPage(readerAt(open, request), {
        action: path('/consent'),
        switchPath: `${path('')}&switch=1`,
        clientName: client.name,
        homepageUrl: client.homepageUrl,
        destination: destinationOf(context.redirectUri),
        accountId: account.accountId,
        accountName: account.name,
        scopes,
        look: lookOf(client.id),
      }),
    );
  }

  @Post('sign-in')
  @OpenPage('challengesignin', 'Signs the user in for an authorization', {
    because: BY_SESSION_ID,
    writes: true,
    keepsOpener: true,
  })
  async signInForIt(@Req() request: Request, @Res() response: Response): Promise<void> {
    const open = await this.open(request, response);
    if (!open) return;
    const onward = onwardFrom(open, open.path(''));
    const outcome = await this.signIn.attempt(request, response, open.client.clientId, onward);
    if ('error' in outcome) return this.showSignIn(open, request, response, outcome);
    if ('step' in outcome) return response.redirect(303, outcome.step);
    // Either way the page shows what is next.
    await orSignIn(followUp(this.authorization.signedIn(open, outcome)), () => undefined);
    response.redirect(303, open.path(''));
  }

  /** A second click on Allow gets a new answer: the first may be on its way already. */
  @Post('consent')
  @OpenPage('challengeconsent', "The user's decision", {
    because: BY_SESSION_ID,
    writes: true,
    keepsOpener: true,
  })
  async decide(@Req() request: Request, @Res() response: Response): Promise<void> {
    const open = await this.open(request, response);
    if (!open) return;
    const who = await this.signedInTo(open, request, response);
    const { address } = exchangeOf(request).origin;
    const { decision, account } = (await readForm(DecisionForm, request.body)).values;
    if (decision !== 'allow') {
      await this.decisions.decline(open, who?.accountId ?? null, address);
      const refusal = { error: 'access_denied', error_description: 'The user did not allow it.' };
      return this.answer(request, response, open, refusal);
    }
    // The page named an account: nobody consents for another account that signed in meanwhile in another tab.
    const isMeant = who !== null && account === who.accountId && isHinted(open.context, who.accountId);
    if (!isMeant || !this.authorization.isProven(who, request)) return response.redirect(303, open.path(''));
    const lack = await this.authorization.strength.lackOf(open.context, open.client, who, true);
    if (lack !== 'nothing') return response.redirect(303, open.path(''));
    return this.answerOrSignIn(request, response, open, this.decisions.allow(open, { ...who, address }));
  }

  /** Whether to go on with this sign-in; otherwise the browser was sent to make a stronger one, or back with the error. */
  private async isStrongEnough(
    open: OpenChallenge,
    who: ChallengeUser,
    request: Request,
    response: Response,
  ): Promise<boolean> {
    const { client, context, path } = open;
    const isTried = request.query.stepped !== undefined;
    const lack = await this.authorization.strength.lackOf(context, client, who, isTried);
    if (lack === 'nothing') return true;
    if (lack === 'unmet') {
      const { error, description: error_description } = UNMET;
      this.answer(request, response, open, { error, error_description });
    } else if (lack === 'password') this.showSignIn(open, request, response);
    else {
      const back = { next: `${path('')}&stepped=1`, formTarget: context.redirectUri, lookOf: client.id };
      response.redirect(303, await this.authorization.strength.ask(who, back, request, response));
    }
    return false;
  }

  /** The open challenge that the URL names; otherwise null, and the page that says to start again was sent. */
  private async open(request: Request, response: Response): Promise<OpenChallenge | null> {
    response.set('Cache-Control', 'no-store').type('html');
    const { session_id: sessionId } = request.query;
    // A HEAD shows nobody anything, so it makes the challenge nobody's.
    const opened = request.method === 'HEAD' ? undefined : () => ensureBrowser(request, response);
    const found =
      typeof sessionId === 'string'
        ? await this.authorization.find(sessionId, browserDigests(request), opened)
        : null;
    if (found) {
      allowFormTarget(response, found.context.redirectUri);
      return { ...found, sessionId: sessionId as string, path: pathOf(sessionId as string) };
    }
    const reader = readerOf(request);
    response.status(GONE);
    response.send(authorizationProblemPage(reader, 'over', null, exchangeOf(request).requestId));
    return null;
  }

  /**
   * The user who signed in for this challenge; else the user of the browser's session, unless a new sign-in is
   * required. Never one with the proof of the other: a session may be stronger, and older than what is asked for.
   */
  private async signedInTo(
    { context }: Challenge,
    request: Request,
    response: Response,
  ): Promise<ChallengeUser | null> {
    const who = await this.signIn.current(request, response);
    if (context.accountId !== null) {
      const { accountId, signedInAt: at, sid } = context;
      return { accountId, at, methods: context.methods ?? BEFORE_METHODS, sid, challenge: context.digest };
    }
    return who === null || this.authorization.isNewSignInAsked(context, who.at) ? null : who;
  }

  /** Who signed in some time ago shows again who it is, before something new is allowed. */
  private askAgain(
    open: OpenChallenge,
    { accountId }: ChallengeUser,
    request: Request,
    response: Response,
  ): void {
    const page = `${open.path('')}${request.query.stepped === undefined ? '' : '&stepped=1'}`;
    if (pageAccountOf(request) === accountId) response.redirect(303, proofPath(page));
    else this.showSignIn(open, request, response); // signed in for this challenge alone
  }

  private showSignIn(
    open: OpenChallenge,
    request: Request,
    response: Response,
    failed: Pick<SignInProps, 'error'> & { readonly identifier?: string } = {},
  ): void {
    response.send(
      signInPage(readerAt(open, request), {
        action: open.path('/sign-in'),
        cancel: open.path('/consent'),
        challenge: open.sessionId,
        clientName: open.client.name,
        homepageUrl: open.client.homepageUrl,
        scopes: open.scopes,
        identifier: open.context.loginHint ?? '',
        look: lookOf(open.client.id),
        // Whether a provider asked for a password anew nobody can say here (D257).
        elsewhere: this.authorization.isNewSignInAsked(open.context, null) ? null : open.path(''),
        ...failed,
      }),
    );
  }

  /** Whose sign-in ended meanwhile, in the next tab say, begins again at the page: what was asked stays open. */
  private async answerOrSignIn(
    request: Request,
    response: Response,
    open: OpenChallenge,
    answering: Promise<Answer>,
  ): Promise<void> {
    const answer = await orSignIn(answering, () => response.redirect(303, open.path('')));
    if (answer) this.answer(request, response, open, answer);
  }

  /** D203: a form of a strict client is answered with 303, everything else with 302. */
  private answer(request: Request, response: Response, { context, client }: Challenge, answer: Answer): void {
    const isForm = request.method === 'POST';
    const status = isForm && client.profile === 'strict' ? 303 : 302;
    const whole = { ...answer, iss: this.config.publicUrl };
    answerBack(request, response, status, context, { client, answer: whole });
  }
}

function readerAt({ context }: Challenge, request: Request): Reader {
  const asked = context.uiLocales?.replaceAll(' ', ',') ?? '';
  return readerOf(request, { asked });
}

function pathOf(sessionId: string): (step: string) => string {
  return (step) => `/challenge${step}?session_id=${encodeURIComponent(sessionId)}`;
}

/** The destination as its user knows it: a web site by its host, an application by its own scheme. */
function destinationOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1);
}
