import { Get, Post } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { profileRulesOf } from '../clients/client-profiles.js';
import type { Answer } from '../clients/redirect-answer.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { html, seeOther, Shown, type Answering } from '../../platform/operations/shown.js';
import { readForm } from '../../platform/checks/form.js';
import { followUp } from '../../platform/errors/outcome.js';
import { orSignIn } from '../../platform/errors/sign-in-required.js';
import { AccountInformationService } from '../../identity/accounts/account-information.service.js';
import {
  authorizationProblemPage,
  consentPage,
  refusedByFamilyPage,
  signInPage,
  type SignInProps,
} from './challenge.page.js';
import { lookOf } from '../../platform/pages/look.js';
import { readerOf, type Reader } from '../../platform/pages/reader.js';
import { AuthorizationDecisions } from './authorization-decisions.js';
import { UNMET } from './asked-acrs.js';
import { AuthorizationService, onwardFrom, type Challenge } from './authorization.service.js';
import { ensureBrowser } from '../../identity/sign-ins/browser-cookie.js';
import type { ChallengeUser } from './challenge-user.js';
import { AuthorizeAnswers } from './authorize-answers.js';
import { isHinted } from './authorize-requests.js';
import { storedIdOf } from '../documents/document-clients.js';
import { UncheckedClients } from './unchecked-clients.js';
import { DecisionForm } from '../../identity/sessions/decision-form.js';
import { BEFORE_METHODS } from '../../identity/sessions/authentication.js';
import { pageAccountOf } from '../../identity/sessions/current-session.js';
import { SecondStep } from '../../identity/sessions/second-step.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { proofPath } from '../../platform/pages/sign-in-path.js';

const GONE = 410;
const FORBIDDEN = 403;
const DENIED: Answer = { error: 'access_denied', error_description: 'The user did not allow it.' };
/** Another user is signed in than the one of the id_token_hint. */
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
    private readonly step: SecondStep,
    private readonly answers: AuthorizeAnswers,
    private readonly unchecked: UncheckedClients,
  ) {}

  @Get()
  @OpenPage('challenge', 'The sign-in and consent pages of an authorization', {
    because: BY_SESSION_ID,
    keepsOpener: true,
  })
  async show(@CurrentVisit() visit: Visit): Promise<Shown> {
    const open = await this.open(visit);
    if (open instanceof Shown) return open;
    const { client, context, scopes, resources, path } = open;
    const wantsSwitch = visit.query.switch !== undefined;
    const who = wantsSwitch ? null : await this.signedInTo(open, visit);
    if (who && !isHinted(context, who.accountId)) return this.showSignIn(open, visit, OTHER);
    const account = who === null ? null : await this.information.find(who.accountId);
    if (!who || !account) return this.showSignIn(open, visit);
    const step = await this.strongerStep(open, who, visit);
    if (step !== null) return step;
    const mustAsk = context.prompt?.split(' ').includes('consent') ?? false;
    if (!mustAsk && (await this.decisions.isRemembered(who.accountId, client, open))) {
      const { address } = visit;
      const repeated = this.decisions.repeat(context, client, { ...who, address });
      return this.answerOrSignIn(visit, open, repeated);
    }
    if (!this.authorization.isProven(who, visit)) return this.askAgain(open, who, visit);
    const family = await this.unchecked.refusedBy(client, who.accountId);
    if (family !== null) return this.showRefusal(open, visit, family);
    const page = consentPage(readerAt(open, visit), {
      unchecked: await this.unchecked.noteOf(client, context.redirectUri),
      action: path('/consent'),
      switchPath: `${path('')}&switch=1`,
      clientName: client.name,
      homepageUrl: client.homepageUrl,
      destination: destinationOf(context.redirectUri),
      account,
      ...{ scopes, resources },
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
    const by = storedIdOf(open.client);
    const outcome = await this.signIn.attempt(visit, by, onwardFrom(open, open.path('')));
    if ('error' in outcome) return this.showSignIn(open, visit, outcome);
    if ('step' in outcome) return seeOther(outcome.step);
    // The page shows the next step in either case.
    await orSignIn(followUp(this.authorization.signedIn(open, outcome)));
    return seeOther(open.path(''));
  }

  /** A second click on Allow gets a new answer: the first may be on its way already. */
  @Post('consent')
  @OpenPage('challengeconsent', "The user's decision", {
    because: BY_SESSION_ID,
    writes: true,
    shows: 'once', // the answer to the application, which response_mode=form_post carries in a page
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
    // The page named an account: its consent is not given for another account that signed in meanwhile in another tab.
    const isMeant = who !== null && account === who.accountId && isHinted(open.context, who.accountId);
    if (!isMeant || !this.authorization.isProven(who, visit)) return seeOther(open.path(''));
    const lack = await this.authorization.lackOf(open.context, open.client, who, true);
    if (lack !== 'nothing') return seeOther(open.path(''));
    return this.answerOrSignIn(visit, open, this.decisions.allow(open, { ...who, address }));
  }

  private showRefusal({ client, context, path }: OpenChallenge, visit: Visit, family: string): Shown {
    const page = refusedByFamilyPage(readerOf(visit), {
      action: path('/consent'),
      host: client.name,
      family,
    });
    return html(page, { status: FORBIDDEN, formTarget: context.redirectUri });
  }

  /** Returns the step that this sign-in still needs: a stronger sign-in, or the way back with the error; null: none. */
  private async strongerStep(open: OpenChallenge, who: ChallengeUser, visit: Visit): Promise<Shown | null> {
    const { client, context, path } = open;
    const isTried = visit.query.stepped !== undefined;
    const lack = await this.authorization.lackOf(context, client, who, isTried);
    if (lack === 'nothing') return null;
    if (lack === 'password') return this.showSignIn(open, visit);
    if (lack === 'unmet')
      return this.answer(visit, open, { error: UNMET.error, error_description: UNMET.description });
    return seeOther(await this.step.ask(who, onwardFrom(open, `${path('')}&stepped=1`), visit));
  }

  /** The open challenge that the URL names; if there is none, the page that says to start again. */
  private async open(visit: Visit): Promise<OpenChallenge | Shown> {
    const { session_id: sessionId } = visit.query;
    // A HEAD shows nothing, so it does not bind the challenge to a browser.
    const opened = visit.exchange.method === 'HEAD' ? undefined : () => ensureBrowser(visit);
    const found =
      typeof sessionId === 'string' ? await this.authorization.find(visit, sessionId, opened) : null;
    if (found) return { ...found, sessionId: sessionId as string, path: pathOf(sessionId as string) };
    const { requestId } = visit.exchange;
    const problem = { key: 'over', detail: null, client: null, requestId } as const;
    const page = authorizationProblemPage(readerOf(visit), problem);
    return html(page, { status: GONE });
  }

  /**
   * Returns the user who signed in for this challenge, else the user of the browser's session, unless a new sign-in is
   * required. The two are never mixed: a session may be stronger, and older than what is asked for.
   */
  private async signedInTo({ context }: Challenge, visit: Visit): Promise<ChallengeUser | null> {
    const who = await this.signIn.current(visit);
    if (context.accountId !== null) {
      const { accountId, signedInAt: at, sid } = context;
      return { accountId, at, methods: context.methods ?? BEFORE_METHODS, sid, challenge: context.digest };
    }
    return who === null || this.authorization.isNewSignInAsked(context, who.at) ? null : who;
  }

  /** Asks a user who signed in some time ago for a new proof, before they allow something new. */
  private askAgain(open: OpenChallenge, { accountId }: ChallengeUser, visit: Visit): Shown {
    const page = `${open.path('')}${visit.query.stepped === undefined ? '' : '&stepped=1'}`;
    const isInSession = pageAccountOf(visit) === accountId; // otherwise signed in for this challenge only
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
      ...{ scopes: open.scopes, resources: open.resources },
      identifier: open.context.loginHint ?? '',
      look: lookOf(open.client.id),
      // Hearth can't tell whether a provider asked for a password again (D257).
      elsewhere: this.authorization.isNewSignInAsked(open.context, null) ? null : open.path(''),
      ...shownAgain,
    });
    return html(page, { ...answering, formTarget: open.context.redirectUri });
  }

  /**
   * A user whose sign-in ended meanwhile, for example in another tab, begins again at the page: the request stays open. So does
   * one whose family refused the client meanwhile, and reads so there.
   */
  private async answerOrSignIn(
    visit: Visit,
    open: OpenChallenge,
    answering: Promise<Answer | null>,
  ): Promise<Shown> {
    const answer = await orSignIn(answering);
    return answer ? this.answer(visit, open, answer) : seeOther(open.path(''));
  }

  /** D203: a form is answered as the profile says, everything else with 302. */
  private answer(visit: Visit, { context, client }: Challenge, answer: Answer): Shown {
    const isForm = visit.exchange.method === 'POST';
    const status = isForm ? profileRulesOf(client).statusAfterForm : 302;
    return this.answers.back(visit, client, context, answer, status);
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
