import { Get, Post } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import type { Answer } from '../clients/redirect-answer.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { html, seeOther, Shown, type Answering } from '../../platform/operations/shown.js';
import { readForm } from '../../platform/checks/form.js';
import { followUp } from '../../platform/errors/outcome.js';
import { orSignIn } from '../../platform/errors/sign-in-required.js';
import { AccountInformationService } from '../../identity/families/account-information.service.js';
import { authorizationProblemPage, consentPage, signInPage, type SignInProps } from './challenge.page.js';
import { lookOf } from '../../platform/pages/look.js';
import { readerOf, type Reader } from '../../platform/pages/reader.js';
import { AuthorizationDecisions } from './authorization-decisions.js';
import { UNMET } from './authorize-request.js';
import { AuthorizationService, type Challenge } from './authorization.service.js';
import { browserDigests, ensureBrowser } from '../../identity/sign-ins/browser-cookie.js';
import { onwardFrom } from './challenge-second-step.js';
import type { ChallengeUser } from './challenge-user.js';
import { answerBack } from './answer-back.js';
import { isHinted } from './user-hints.js';
import { DecisionForm } from '../../identity/sessions/decision-form.js';
import { BEFORE_METHODS } from '../../identity/sessions/authentication.js';
import { pageAccountOf } from '../../identity/sessions/http-sessions.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { proofPath } from '../../platform/pages/sign-in-path.js';

const GONE = 410;
const DENIED = { error: 'access_denied', error_description: 'The user did not allow it.' };
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
@OpenPages('challenge')
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
  async show(@CurrentVisit() visit: Visit): Promise<Shown> {
    const open = await this.open(visit);
    if (open instanceof Shown) return open;
    const { client, context, scopes, path } = open;
    const wantsSwitch = visit.query.switch !== undefined;
    const who = wantsSwitch ? null : await this.signedInTo(open, visit);
    if (who && !isHinted(context, who.accountId)) return this.showSignIn(open, visit, OTHER);
    const account = who === null ? null : await this.information.find(who.accountId);
    if (!who || !account) return this.showSignIn(open, visit);
    const step = await this.strongerStep(open, who, visit);
    if (step !== null) return step;
    const mustAsk = context.prompt?.split(' ').includes('consent') ?? false;
    if (!mustAsk && (await this.decisions.isRemembered(who.accountId, client, scopes))) {
      const { address } = visit;
      const repeated = this.decisions.repeat(context, client, { ...who, address });
      return this.answerOrSignIn(visit, open, repeated);
    }
    if (!this.authorization.isProven(who, visit)) return this.askAgain(open, who, visit);
    const page = consentPage(readerAt(open, visit), {
      action: path('/consent'),
      switchPath: `${path('')}&switch=1`,
      clientName: client.name,
      homepageUrl: client.homepageUrl,
      destination: destinationOf(context.redirectUri),
      accountId: account.accountId,
      accountName: account.name,
      scopes,
      look: lookOf(client.id),
    });
    return html(page, { formTarget: context.redirectUri });
  }

  @Post('sign-in')
  @OpenPage('challengesignin', 'Signs the user in for an authorization', {
    because: BY_SESSION_ID,
    writes: true,
    keepsOpener: true,
  })
  async signInForIt(@CurrentVisit() visit: Visit): Promise<Shown> {
    const open = await this.open(visit);
    if (open instanceof Shown) return open;
    const onward = onwardFrom(open, open.path(''));
    const outcome = await this.signIn.attempt(visit, open.client.clientId, onward);
    if ('error' in outcome) return this.showSignIn(open, visit, outcome);
    if ('step' in outcome) return seeOther(outcome.step);
    // Either way the page shows what is next.
    await orSignIn(followUp(this.authorization.signedIn(open, outcome)));
    return seeOther(open.path(''));
  }

  /** A second click on Allow gets a new answer: the first may be on its way already. */
  @Post('consent')
  @OpenPage('challengeconsent', "The user's decision", {
    because: BY_SESSION_ID,
    writes: true,
    keepsOpener: true,
  })
  async decide(@CurrentVisit() visit: Visit): Promise<Shown> {
    const open = await this.open(visit);
    if (open instanceof Shown) return open;
    const who = await this.signedInTo(open, visit);
    const { address } = visit;
    const { decision, account } = (await readForm(DecisionForm, visit.body)).values;
    if (decision !== 'allow') {
      await this.decisions.decline(open, who?.accountId ?? null, address);
      return this.answer(visit, open, DENIED);
    }
    // The page named an account: nobody consents for another account that signed in meanwhile in another tab.
    const isMeant = who !== null && account === who.accountId && isHinted(open.context, who.accountId);
    if (!isMeant || !this.authorization.isProven(who, visit)) return seeOther(open.path(''));
    const lack = await this.authorization.strength.lackOf(open.context, open.client, who, true);
    if (lack !== 'nothing') return seeOther(open.path(''));
    return this.answerOrSignIn(visit, open, this.decisions.allow(open, { ...who, address }));
  }

  /** What comes before it goes on with this sign-in: a stronger one, or the way back with the error; null: nothing. */
  private async strongerStep(open: OpenChallenge, who: ChallengeUser, visit: Visit): Promise<Shown | null> {
    const { client, context, path } = open;
    const isTried = visit.query.stepped !== undefined;
    const lack = await this.authorization.strength.lackOf(context, client, who, isTried);
    if (lack === 'nothing') return null;
    if (lack === 'password') return this.showSignIn(open, visit);
    if (lack === 'unmet')
      return this.answer(visit, open, { error: UNMET.error, error_description: UNMET.description });
    const back = { next: `${path('')}&stepped=1`, formTarget: context.redirectUri, lookOf: client.id };
    return seeOther(await this.authorization.strength.ask(who, back, visit));
  }

  /** The open challenge that the URL names; if there is none, the page that says to start again. */
  private async open(visit: Visit): Promise<OpenChallenge | Shown> {
    const { session_id: sessionId } = visit.query;
    // A HEAD shows nobody anything, so it makes the challenge nobody's.
    const opened = visit.exchange.method === 'HEAD' ? undefined : () => ensureBrowser(visit);
    const found =
      typeof sessionId === 'string'
        ? await this.authorization.find(sessionId, browserDigests(visit), opened)
        : null;
    if (found) return { ...found, sessionId: sessionId as string, path: pathOf(sessionId as string) };
    const page = authorizationProblemPage(readerOf(visit), 'over', null, visit.exchange.requestId);
    return html(page, { status: GONE });
  }

  /**
   * The user who signed in for this challenge; else the user of the browser's session, unless a new sign-in is
   * required. Never one with the proof of the other: a session may be stronger, and older than what is asked for.
   */
  private async signedInTo({ context }: Challenge, visit: Visit): Promise<ChallengeUser | null> {
    const who = await this.signIn.current(visit);
    if (context.accountId !== null) {
      const { accountId, signedInAt: at, sid } = context;
      return { accountId, at, methods: context.methods ?? BEFORE_METHODS, sid, challenge: context.digest };
    }
    return who === null || this.authorization.isNewSignInAsked(context, who.at) ? null : who;
  }

  /** Who signed in some time ago shows again who it is, before something new is allowed. */
  private askAgain(open: OpenChallenge, { accountId }: ChallengeUser, visit: Visit): Shown {
    const page = `${open.path('')}${visit.query.stepped === undefined ? '' : '&stepped=1'}`;
    const isInSession = pageAccountOf(visit) === accountId; // otherwise signed in for this challenge alone
    return isInSession ? seeOther(proofPath(page)) : this.showSignIn(open, visit);
  }

  private showSignIn(
    open: OpenChallenge,
    visit: Visit,
    failed: Pick<SignInProps, 'error'> & { identifier?: string; answering?: Answering } = {},
  ): Shown {
    const { answering, ...shownAgain } = failed;
    const page = signInPage(readerAt(open, visit), {
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
      ...shownAgain,
    });
    return html(page, { ...answering, formTarget: open.context.redirectUri });
  }

  /** Whose sign-in ended meanwhile, in the next tab say, begins again at the page: what was asked stays open. */
  private async answerOrSignIn(
    visit: Visit,
    open: OpenChallenge,
    answering: Promise<Answer>,
  ): Promise<Shown> {
    const answer = await orSignIn(answering);
    return answer ? this.answer(visit, open, answer) : seeOther(open.path(''));
  }

  /** D203: a form of a strict client is answered with 303, everything else with 302. */
  private answer(visit: Visit, { context, client }: Challenge, answer: Answer): Shown {
    const isForm = visit.exchange.method === 'POST';
    const status = isForm && client.profile === 'strict' ? 303 : 302;
    const whole = { ...answer, iss: this.config.publicUrl };
    return answerBack(visit, status, context, { client, answer: whole });
  }
}

function readerAt({ context }: Challenge, visit: Visit): Reader {
  const asked = context.uiLocales?.replaceAll(' ', ',') ?? '';
  return readerOf(visit, { asked });
}

function pathOf(sessionId: string): (step: string) => string {
  return (step) => `/challenge${step}?session_id=${encodeURIComponent(sessionId)}`;
}

/** The destination as its user knows it: a web site by its host, an application by its own scheme. */
function destinationOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1);
}
