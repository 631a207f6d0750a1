import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { exchangeOf } from '../platform/operations/exchange.js';
import type { Long } from '../platform/operations/long.js';
import type { SignInProps } from '../oauth/authorize/challenge.page.js';
import { notePage, type LinkFacts } from '../identity/mailed-links/note.page.js';
import { languageFor, type Language } from '../platform/pages/texts/texts.js';
import { Clock } from '../platform/security/clock.js';
import { HttpSessions, sessionAccountOf, sessionSignInOf } from '../identity/sessions/http-session.js';
import { DecisionForm } from '../identity/sessions/decision-form.js';
import { SignIn } from '../identity/sessions/sign-in.js';
import { readForm } from '../platform/checks/form.js';

/** taken: somebody else was first, the link stays as it is; over: the link is unknown, used or expired. */
export type DecisionOutcome = 'done' | 'taken' | 'over';

/** What a person is asked behind a link. */
export interface Asked extends Partial<LinkFacts> {
  readonly clientName: string;
  readonly createdAt: Date;
  /** The client whose users sign in here, for the audit; null or absent: Hearth's own. */
  readonly clientId?: string | null;
  /** What the person reads, if the browser asks for no language that there is. */
  readonly locale?: string | null;
  /** Absent: what is found is open. */
  readonly state?: string;
}

export interface Decider {
  readonly accountId: Long;
  readonly address: string;
}

export type SignInForm = Pick<SignInProps, 'action' | 'cancel' | 'identifier' | 'error'>;

/** What differs between the links that something is decided behind. */
export interface Decision<A extends Asked> {
  /** The first part of their addresses. */
  readonly path: string;
  /** What the form that accepts sends as `decision`; anything else declines. */
  readonly yes: string;
  /** How long ago the password may have been given; null: any time since it was asked. */
  readonly freshMs: number | null;
  find(token: string): Promise<A | null>;
  /** @param isOther somebody is signed in whom it does not ask */
  signInPage(language: Language, asked: A, form: SignInForm, isOther: boolean): string;
  /** The page that asks; null: it does not ask this account. */
  page(language: Language, asked: A, accountId: Long, path: PathOf): Promise<string | null>;
  /** @param named the account that the page named */
  isFor(asked: A, accountId: Long, named: string): boolean;
  accept(token: string, asked: A, by: Decider): Promise<DecisionOutcome>;
  decline(token: string, by: { readonly accountId: Long | null; readonly address: string }): Promise<void>;
  /** Key of the texts of the page that tells what came of it. */
  noteKey(outcome: DecisionOutcome | 'declined', asked: A | null): string;
}

/** One request for it. */
export interface At {
  readonly token: string;
  readonly request: Request;
  readonly response: Response;
}

/** The address of one of its steps. */
export type PathOf = (step?: string) => string;

/** Why its pages are open. */
export const BY_LINK = 'The link says what is asked, and whoever accepts signs in on its page.';

const STATUS = { done: 200, declined: 200, taken: 409, over: 410 } as const;

/** Behind a link: the person signs in on its page, reads what is asked, and decides (D117, D156, D159). */
@Injectable()
export class SignInThenDecide {
  constructor(
    private readonly sessions: HttpSessions,
    private readonly signIn: SignIn,
    private readonly clock: Clock,
  ) {}

  async show<A extends Asked>(decision: Decision<A>, at: At, wantsSwitch = false): Promise<void> {
    const asked = await this.open(decision, at);
    if (!asked) return;
    const accountId = wantsSwitch ? null : await this.signedIn(decision, asked, at);
    const language = languageOf(at, asked);
    const page =
      accountId === null ? null : await decision.page(language, asked, accountId, pathOf(decision, at));
    if (page === null) return showSignIn(decision, asked, at, { identifier: '' }, accountId !== null);
    at.response.send(page);
  }

  async signInForIt<A extends Asked>(decision: Decision<A>, at: At): Promise<void> {
    const asked = await this.open(decision, at);
    if (!asked) return;
    const outcome = await this.signIn.attempt(at.request, at.response, asked.clientId ?? null);
    if ('error' in outcome) return showSignIn(decision, asked, at, outcome);
    at.response.redirect(303, pathOf(decision, at)());
  }

  async decide<A extends Asked>(decision: Decision<A>, at: At): Promise<void> {
    const asked = await this.open(decision, at);
    if (!asked) return;
    const accountId = await this.signedIn(decision, asked, at);
    const { address } = exchangeOf(at.request).origin;
    const form = (await readForm(DecisionForm, at.request.body)).values;
    if (form.decision !== decision.yes) {
      await decision.decline(at.token, { accountId, address });
      return say(decision, 'declined', asked, at);
    }
    if (accountId === null || !decision.isFor(asked, accountId, form.account))
      return at.response.redirect(303, pathOf(decision, at)());
    say(decision, await decision.accept(at.token, asked, { accountId, address }), asked, at);
  }

  /** What is asked, while it is; otherwise the page that says that it is over is sent. */
  private async open<A extends Asked>(decision: Decision<A>, at: At): Promise<A | null> {
    at.response.set('Cache-Control', 'no-store').type('html');
    const asked = await decision.find(at.token);
    if (asked && (asked.state ?? 'open') === 'open') return asked;
    say(decision, 'over', asked, at);
    return null;
  }

  /** Whoever gave the password since it was asked, and not too long ago: a session that somebody stole decides nothing. */
  private async signedIn<A extends Asked>(
    { freshMs }: Decision<A>,
    { createdAt }: A,
    { request, response }: At,
  ): Promise<Long | null> {
    await this.sessions.load(request, response);
    const at = sessionSignInOf(request);
    if (at === null || at < createdAt) return null;
    if (freshMs !== null && at.getTime() <= this.clock.millis() - freshMs) return null;
    return sessionAccountOf(request);
  }
}

function showSignIn<A extends Asked>(
  decision: Decision<A>,
  asked: A,
  at: At,
  form: Pick<SignInForm, 'identifier' | 'error'>,
  isOther = false,
): void {
  const path = pathOf(decision, at);
  const paths = { action: path('/sign-in'), cancel: path('/decision') };
  at.response.send(decision.signInPage(languageOf(at, asked), asked, { ...paths, ...form }, isOther));
}

function say<A extends Asked>(
  decision: Decision<A>,
  outcome: DecisionOutcome | 'declined',
  asked: A | null,
  at: At,
): void {
  at.response.status(STATUS[outcome]);
  at.response.send(notePage(languageOf(at, asked), decision.noteKey(outcome, asked), asked ?? {}));
}

function languageOf({ request }: At, asked: Asked | null): Language {
  return languageFor(request.headers['accept-language'], asked?.locale ?? null);
}

function pathOf({ path }: { readonly path: string }, { token }: At): PathOf {
  return (step = '') => `/${path}/${encodeURIComponent(token)}${step}`;
}
