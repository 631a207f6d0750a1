import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { asTyped, FormField, readForm } from '../../platform/checks/form.js';
import { DeletionPending } from '../accounts/deletion-pending.js';
import { PasswordVerifier } from '../accounts/password-verifier.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import type { Long } from '../../platform/operations/long.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { followUp } from '../../platform/errors/outcome.js';
import { Clock } from '../../platform/security/clock.js';
import {
  CurrentHttpSession,
  HttpSessions,
  pageAccountOf,
  sessionMethodsOf,
  sessionSidOf,
  sessionSignInOf,
} from './http-session.js';
import type { Authentication, Method } from './authentication.js';
import { refuse } from './form-refusal.js';
import { OpenSessions } from './open-sessions.js';

/** The error that the sign-in form is shown with. */
export interface SignInError {
  readonly key: 'wrong' | 'tooMany' | 'busy' | 'leaving';
  readonly seconds?: number;
}

export type SignInOutcome = SignedIn | { readonly error: SignInError; readonly identifier: string };

/** Without rules: one answer whatever is wrong with them (D34). */
export class SignInForm {
  @FormField(asTyped)
  identifier!: string;

  @FormField(asTyped)
  password!: string;
}

/** Who is signed in with a browser, and since when; sessions from before that time was recorded do not know it. */
export interface SignedIn {
  readonly accountId: Long;
  readonly at: Date | null;
  readonly methods: readonly Method[];
  /** Names the sign-in to clients; null: it is older than that. */
  readonly sid: string | null;
}

/** Signs a browser in with what its form sent, under a new session id. */
@Injectable()
export class SignIn {
  constructor(
    private readonly passwords: PasswordVerifier,
    private readonly sessions: HttpSessions,
    private readonly openSessions: OpenSessions,
    private readonly clock: Clock,
  ) {}

  /** Sets the status of the answer when the form must be shown again. */
  async attempt(request: Request, response: Response, clientId: string | null): Promise<SignInOutcome> {
    const { identifier, password } = (await readForm(SignInForm, request.body)).values;
    try {
      const { address } = exchangeOf(request).origin;
      const accountId = await this.passwords.verify({ identifier, password, address, clientId });
      return await this.open(accountId, ['password'], request, response);
    } catch (cause) {
      if (cause instanceof DeletionPending) await this.openToKeep(cause.accountId, request, response);
      const error = describe(cause);
      if (error === null) throw cause;
      refuse(response, cause);
      return { error, identifier };
    }
  }

  /** Who is signed in with this browser already; null: nobody. */
  async current(request: Request, response: Response): Promise<SignedIn | null> {
    await this.sessions.load(request, response);
    const accountId = pageAccountOf(request);
    if (accountId === null) return null;
    const methods = sessionMethodsOf(request);
    return { accountId, at: sessionSignInOf(request), methods, sid: sessionSidOf(request) };
  }

  /** Signs in an account that was authenticated otherwise. */
  async open(
    accountId: Long,
    methods: readonly Method[],
    request: Request,
    response: Response,
  ): Promise<SignedIn> {
    const who = { accountId, at: this.clock.now(), methods };
    await this.sessions.load(request, response);
    const isNew = await this.sessions.meet(who, request, response);
    const opened = this.openAs(who, new CurrentHttpSession(request, response));
    await (isNew ? followUp(opened) : opened);
    return { ...who, sid: sessionSidOf(request) };
  }

  /** Lets the browser keep an account that is about to be deleted; whoever was signed in there is signed out. */
  private async openToKeep(accountId: Long, request: Request, response: Response): Promise<void> {
    await this.sessions.load(request, response);
    const session = new CurrentHttpSession(request, response);
    await this.openSessions.endReplaced(session, null);
    await session.openToKeep(accountId, this.clock.now());
  }

  /** The same by a password, by a call and in a session that is loaded. Who was signed in there before is signed out, and their clients are told. */
  async openIn(session: CurrentHttpSession, accountId: Long): Promise<void> {
    await this.openAs({ accountId, at: this.clock.now(), methods: ['password'] }, session, true);
  }

  private async openAs(who: Authentication, session: CurrentHttpSession, isOfCalls = false): Promise<void> {
    const isAnyEnded = await this.openSessions.endReplaced(session, who.accountId);
    const opened = session.open(who, isOfCalls);
    await (isAnyEnded ? followUp(opened) : opened);
  }

  /** The same for the form of the web flow, whose session is never the one of before. @returns its id */
  async openForWebFlow(
    session: CurrentHttpSession,
    accountId: Long,
    claim: (digest: Buffer) => Promise<void>,
  ): Promise<string> {
    const isAnyEnded = await this.openSessions.endReplaced(session, null);
    const opened = session.openForWebFlow(accountId, this.clock.now(), claim);
    return isAnyEnded ? followUp(opened) : opened;
  }
}

function describe(cause: unknown): SignInError | null {
  if (!(cause instanceof CallError)) return null;
  if (cause instanceof DeletionPending) return { key: 'leaving' };
  switch (cause.definition) {
    case Errors.credentialInvalid:
      return { key: 'wrong' };
    case Errors.tooManyAttempts:
      return { key: 'tooMany', seconds: Number(cause.headers['Retry-After']) };
    case Errors.unavailable:
    case Errors.outcomeUnknown: // signing in once more does no harm
      return { key: 'busy' };
    default:
      return null;
  }
}
