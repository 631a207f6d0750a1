import { Injectable } from '@nestjs/common';
import { html, seeOther, type Answering, type Shown } from '../../platform/operations/shown.js';
import type { Visit } from '../../platform/operations/visit.js';
import type { Long } from '../../platform/operations/long.js';
import type { SignInProps } from '../../oauth/authorize/challenge.page.js';
import { notePage, type LinkFacts } from '../../identity/mailed-links/note.page.js';
import { Outcomes } from '../../identity/mailed-links/outcomes.js';
import { orSignIn } from '../../platform/errors/sign-in-required.js';
import { readerOf, type Preferences, type Reader } from '../../platform/pages/reader.js';
import { proofPath } from '../../platform/pages/sign-in-path.js';
import { Clock } from '../../platform/security/clock.js';
import { BrowserSessions } from '../../platform/http/browser-sessions.js';
import { pageAccountOf, sessionSignInOf } from '../../identity/sessions/current-session.js';
import { sessionMethodsOf } from '../../identity/sessions/session-proofs.js';
import { byAccount, type ActingUser } from '../frame/by-user.js';
import { DecisionForm } from '../../identity/sessions/decision-form.js';
import { Proofs } from '../../identity/sessions/proofs.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import { readForm } from '../../platform/checks/form.js';

/** taken: another account was first, and the link stays open; over: the link is unknown, used or expired. */
export type DecisionOutcome = 'done' | 'taken' | 'over';

/** The question behind a link. */
export interface Asked extends Partial<LinkFacts & Preferences> {
  readonly clientName: string;
  readonly createdAt: Date;
  /** The client whose users sign in here, for the audit; null or absent: Hearth's own. */
  readonly clientId?: string | null;
  /** Absent: open. */
  readonly state?: string;
}

export type Decider = ActingUser;

export type DeciderSignIn = Pick<SignInProps, 'action' | 'cancel' | 'elsewhere' | 'identifier' | 'error'>;

/** One kind of decision behind a link. */
export interface Decision<A extends Asked> {
  /** The first part of the addresses of its pages. */
  readonly path: string;
  /** The value of `decision` in the form that accepts; any other declines. */
  readonly yes: string;
  /** Longest age of the sign-in; null: any sign-in since the question was asked. */
  readonly freshMs: number | null;
  /** true: a sign-in at a provider does not count. */
  readonly isOwnSignInNeeded?: boolean;
  /** Whether accepting adds a way in: then it needs the proof of any sensitive act (D253), and counts (D336). */
  isSensitive(asked: A): boolean;
  find(token: string): Promise<A | null>;
  /** @param isOther the browser is signed in to an account that the question is not for */
  signInPage(reader: Reader, asked: A, form: DeciderSignIn, isOther: boolean): string;
  /** Renders the question; null: it is not for this account. */
  page(reader: Reader, asked: A, accountId: Long, path: PathOf): Promise<string | null>;
  /** Whether the account may decide. @param named the account that the form names */
  isFor(asked: A, accountId: Long, named: string): boolean;
  accept(token: string, asked: A, by: Decider): Promise<DecisionOutcome>;
  decline(token: string, by: { readonly accountId: Long | null; readonly address: string }): Promise<void>;
  /** Returns the key of the texts that tell the outcome. */
  noteKey(outcome: DecisionOutcome | 'declined', asked: A | null): string;
}

/** A request to a page of a decision. */
interface At {
  readonly token: string;
  readonly visit: Visit;
}

/** Makes the address of a step of the decision. */
export type PathOf = (step?: string) => string;

/** Why these pages need no sign-in. */
export const BY_LINK = 'The link says what is asked, and whoever accepts signs in on its page.';

const STATUS = { taken: 409, over: 410 } as const;

/** Answers the pages behind such a link: the user signs in, reads the question, and decides (D117, D156, D159). */
@Injectable()
export class SignInThenDecide {
  constructor(
    private readonly sessions: BrowserSessions,
    private readonly signIn: SignIn,
    private readonly proofs: Proofs,
    private readonly budgets: Budgets,
    private readonly outcomes: Outcomes,
    private readonly clock: Clock,
  ) {}

  async show<A extends Asked>(decision: Decision<A>, at: At, wantsSwitch = false): Promise<Shown> {
    const asked = await decision.find(at.token);
    if (!isOpen(asked)) return say(decision, 'over', asked, at);
    const accountId = wantsSwitch ? null : await this.signedIn(decision, asked, at);
    const reader = readerAt(at, asked);
    const page =
      accountId === null ? null : await decision.page(reader, asked, accountId, pathOf(decision, at));
    if (accountId === null || page === null)
      return showSignIn(decision, asked, at, { identifier: '' }, accountId !== null);
    if (await this.lacksProof(decision, asked, accountId, at))
      return seeOther(proofPath(pathOf(decision, at)()));
    return html(page);
  }

  async signInForIt<A extends Asked>(decision: Decision<A>, at: At): Promise<Shown> {
    const asked = await decision.find(at.token);
    if (!isOpen(asked)) return say(decision, 'over', asked, at);
    const next = pathOf(decision, at)();
    const outcome = await this.signIn.attempt(at.visit, asked.clientId ?? null, { next });
    if ('error' in outcome) return showSignIn(decision, asked, at, outcome);
    return seeOther('step' in outcome ? outcome.step : next);
  }

  async decide<A extends Asked>(decision: Decision<A>, at: At): Promise<Shown> {
    const asked = await decision.find(at.token);
    if (!isOpen(asked)) return say(decision, 'over', asked, at);
    const accountId = await this.signedIn(decision, asked, at);
    const { address } = at.visit;
    const form = (await readForm(DecisionForm, at.visit.body)).values;
    if (form.decision !== decision.yes) {
      await decision.decline(at.token, { accountId, address });
      return this.outcomes.tell(decision.noteKey('declined', asked), asked, asked);
    }
    const isMeant = accountId !== null && decision.isFor(asked, accountId, form.account);
    if (!isMeant || (await this.lacksProof(decision, asked, accountId, at)))
      return seeOther(pathOf(decision, at)());
    const by = byAccount(accountId, at.visit);
    if (decision.isSensitive(asked)) await this.budgets.spend('addedWays', by);
    const outcome = await orSignIn(decision.accept(at.token, asked, by));
    if (outcome === null) return seeOther(pathOf(decision, at)());
    if (outcome === 'done') return this.outcomes.tell(decision.noteKey(outcome, asked), asked, asked);
    return say(decision, outcome, asked, at);
  }

  /** Whether a proof is needed first: the second factor where the account has one. The session is loaded. */
  private async lacksProof<A extends Asked>(
    decision: Decision<A>,
    asked: A,
    accountId: Long,
    { visit }: At,
  ): Promise<boolean> {
    return decision.isSensitive(asked) && !(await this.proofs.of(accountId, visit)).lately;
  }

  /** Returns the account that signed in after the question was asked, and recently: a stolen session decides nothing. */
  private async signedIn<A extends Asked>(
    { freshMs, isOwnSignInNeeded = false }: Decision<A>,
    { createdAt }: A,
    { visit }: At,
  ): Promise<Long | null> {
    await this.sessions.load(visit);
    const at = sessionSignInOf(visit);
    if (at === null || at < createdAt) return null;
    if (isOwnSignInNeeded && sessionMethodsOf(visit).includes('provider')) return null;
    if (freshMs !== null && at.getTime() <= this.clock.millis() - freshMs) return null;
    return pageAccountOf(visit);
  }
}

function isOpen<A extends Asked>(asked: A | null): asked is A {
  return asked !== null && (asked.state ?? 'open') === 'open';
}

function showSignIn<A extends Asked>(
  decision: Decision<A>,
  asked: A,
  at: At,
  { answering, ...form }: Pick<DeciderSignIn, 'identifier' | 'error'> & { readonly answering?: Answering },
  isOther = false,
): Shown {
  const path = pathOf(decision, at);
  const elsewhere = decision.isOwnSignInNeeded ? null : path();
  const paths = { action: path('/sign-in'), cancel: path('/decision'), elsewhere };
  const page = decision.signInPage(readerAt(at, asked), asked, { ...paths, ...form }, isOther);
  return html(page, answering);
}

function say<A extends Asked>(
  decision: Decision<A>,
  outcome: keyof typeof STATUS,
  asked: A | null,
  at: At,
): Shown {
  const page = notePage(readerAt(at, asked), decision.noteKey(outcome, asked), asked ?? {});
  return html(page, { status: STATUS[outcome] });
}

function readerAt({ visit }: At, asked: Asked | null): Reader {
  return readerOf(visit, { of: asked });
}

function pathOf({ path }: { readonly path: string }, { token }: At): PathOf {
  return (step = '') => `/${path}/${encodeURIComponent(token)}${step}`;
}
