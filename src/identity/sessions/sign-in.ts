import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { asTyped, FormField, readForm } from '../../platform/checks/form.js';
import { DeletionPending, type KeepingProof } from '../accounts/deletion-pending.js';
import { PasskeyRefused } from '../passkeys/passkey-refused.js';
import { PasskeyVerifier } from '../passkeys/passkey-verifier.js';
import { SentPasskeyForm } from '../passkeys/sent-passkey.js';
import { PasswordVerifier, type PasswordSignIn } from '../passwords/password-verifier.js';
import { browserDigests } from '../sign-ins/browser-cookie.js';
import type { Long } from '../../platform/operations/long.js';
import type { Answering } from '../../platform/operations/shown.js';
import type { UnknownPasskey } from '../../platform/pages/passkey-signals.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { followUp } from '../../platform/errors/outcome.js';
import { Clock } from '../../platform/security/clock.js';
import { BrowserSessions } from '../../platform/http/browser-sessions.js';
import {
  CurrentHttpSession,
  pageAccountOf,
  requiredSessionOf,
  sessionSidOf,
  sessionSignInOf,
} from './current-session.js';
import { sessionMethodsOf } from './session-proofs.js';
import { methodOf, type Authentication, type FirstStep, type Method, type Onward } from './authentication.js';
import { refusalOf } from './form-refusal.js';
import { KnownBrowsers } from './known-browsers.js';
import { OpenSessions } from './open-sessions.js';
import { SECOND_STEP, SecondStep } from './second-step.js';

/** The form of a sign-in page. Without rules: one answer whatever is wrong with it (D34). */
export class SignInForm extends SentPasskeyForm {
  @FormField(asTyped)
  identifier!: string;

  @FormField(asTyped)
  password!: string;
}

/** The error that the sign-in form is shown with. */
export interface SignInError {
  readonly key: 'wrong' | 'passkey' | 'tooMany' | 'busy' | 'leaving';
  readonly seconds?: number;
  /** The passkey that was sent, if nobody has it. */
  readonly unknown?: UnknownPasskey | null;
}

/** The sign-in form is shown again. */
interface NotSignedIn {
  readonly error: SignInError;
  readonly identifier: string;
  readonly answering: Answering;
}

type SignInOutcome = SignedIn | Held | NotSignedIn;

/** Nobody is signed in yet: the browser goes to the page that asks for the second factor. */
interface Held {
  readonly step: typeof SECOND_STEP;
}

/** The account that is signed in with a browser, and since when; null: the session is from before that was recorded. */
export interface SignedIn {
  readonly accountId: Long;
  readonly at: Date | null;
  readonly methods: readonly Method[];
  /** Names the sign-in to clients; null: it is from before there was a `sid`. */
  readonly sid: string | null;
  /** Digest of the id of the session. */
  readonly session: Buffer;
}

type Listener = (next: string, who: SignedIn, visit: Visit) => Promise<void>;

/** The second proof that was just given, and its account, which must be the one whose sign-in waits. */
interface SecondProof {
  readonly accountId: Long;
  readonly method: Method;
}

/** Signs a browser in with what its form sent, under a new session id. */
@Injectable()
export class SignIn {
  private readonly listeners: { readonly prefix: string; readonly listener: Listener }[] = [];

  constructor(
    private readonly passwords: PasswordVerifier,
    private readonly passkeys: PasskeyVerifier,
    private readonly sessions: BrowserSessions,
    private readonly browsers: KnownBrowsers,
    private readonly openSessions: OpenSessions,
    private readonly step: SecondStep,
    private readonly clock: Clock,
  ) {}

  async attempt(visit: Visit, clientId: string | null, onward: Onward): Promise<SignInOutcome> {
    const { values } = await readForm(SignInForm, visit.body);
    try {
      const who = await this.verify(values, visit, clientId);
      return await this.proceed(who, onward, visit);
    } catch (cause) {
      if (cause instanceof DeletionPending) await this.openToKeep(cause.proof, visit);
      const error = describe(cause);
      if (error === null) throw cause;
      const { status, headers } = refusalOf(cause);
      return { error, identifier: values.identifier, answering: { status, headers } };
    }
  }

  /** @throws CallError credentialInvalid, of a passkey PasskeyRefused; tooManyAttempts, unavailable; DeletionPending */
  private async verify(
    { identifier, password, passkey: text }: SignInForm,
    visit: Visit,
    clientId: string | null,
  ): Promise<FirstStep> {
    const from = { address: visit.address, clientId };
    if (text === '') {
      const { accountId, mark } = await this.passwords.verify({ ...from, identifier, password });
      return { accountId, methods: ['password'], mark };
    }
    const answer = { ...from, text, purpose: 'people', browsers: browserDigests(visit) } as const;
    const { accountId, mark } = await this.passkeys.verify(answer);
    return { accountId, methods: ['passkey'], mark };
  }

  /** Returns the account that is already signed in with this browser; null: none. */
  async current(visit: Visit): Promise<SignedIn | null> {
    await this.sessions.load(visit);
    const accountId = pageAccountOf(visit);
    if (accountId === null) return null;
    const methods = sessionMethodsOf(visit);
    const session = requiredSessionOf(visit);
    return { accountId, at: sessionSignInOf(visit), methods, sid: sessionSidOf(visit), session };
  }

  /**
   * Completes the sign-in after its first step. A protected account is asked for the second step first, unless a
   * passkey did both, or the account trusts this browser.
   */
  async proceed(who: FirstStep, onward: Onward, visit: Visit): Promise<SignedIn | Held> {
    if (!(await this.step.isMissing(who, visit))) return this.open(who, visit);
    await this.step.hold(who, onward, visit);
    return { step: SECOND_STEP };
  }

  /**
   * Signs in an account after all steps.
   * @throws CallError credentialInvalid when its password was replaced meanwhile
   */
  async open(step: FirstStep, visit: Visit): Promise<SignedIn> {
    const { accountId, methods } = step;
    const who = { ...step, at: this.clock.now() };
    await this.sessions.load(visit);
    const isNew = await this.browsers.meet(who, visit);
    const opened = this.openAs(who, new CurrentHttpSession(visit.exchange));
    await (isNew ? followUp(opened) : opened);
    return {
      accountId,
      methods,
      at: who.at,
      sid: sessionSidOf(visit),
      session: requiredSessionOf(visit),
    };
  }

  /** Registers what a room above does after a sign-in of two steps that leads to a path with this prefix. */
  whenComplete(prefix: string, listener: Listener): void {
    this.listeners.push({ prefix, listener });
  }

  /**
   * Completes the sign-in that this browser began, by both methods, and gives it a new session id.
   * @returns the path to go on to; null: no sign-in of this account waits for its second step (any more)
   * @throws CallError credentialInvalid when the account was disabled at this moment
   */
  async complete(visit: Visit, proof: SecondProof): Promise<string | null> {
    const pending = await this.step.find(visit);
    if (pending?.accountId !== proof.accountId) return null;
    const { accountId, next, mark } = pending;
    // The first step may be hours old, if an application asks for a stronger sign-in.
    const both = { accountId, methods: [...pending.methods, proof.method], shown: [proof.method], mark };
    const who = await followUp(this.open(both, visit));
    for (const { prefix, listener } of this.listeners)
      if (next.startsWith(prefix)) await followUp(listener(next, who, visit));
    return next;
  }

  /**
   * Lets the browser keep an account that is about to be deleted; an account that was signed in there is signed out.
   */
  async openToKeep(proof: KeepingProof, visit: Visit): Promise<void> {
    await this.sessions.load(visit);
    const session = new CurrentHttpSession(visit.exchange);
    await this.openSessions.endReplaced(session, null);
    await session.openToKeep(proof, this.clock.now());
  }

  /**
   * Signs in by a call of an application, in a loaded session. An account that was signed in there is signed out, and
   * its clients are notified.
   */
  async openIn(session: CurrentHttpSession, who: PasswordSignIn): Promise<void> {
    await this.openAs(this.authenticated(who), session, true);
  }

  private async openAs(who: Authentication, session: CurrentHttpSession, isOfCalls = false): Promise<void> {
    const isAnyEnded = await this.openSessions.endReplaced(session, who.accountId);
    const opened = session.open(who, isOfCalls);
    await (isAnyEnded ? followUp(opened) : opened);
  }

  /** Signs in by the form of the web flow, which always gets a new session. @returns its id */
  async openForWebFlow(
    session: CurrentHttpSession,
    who: PasswordSignIn,
    claim: (digest: Buffer) => Promise<void>,
  ): Promise<string> {
    const isAnyEnded = await this.openSessions.endReplaced(session, null);
    const opened = session.openForWebFlow(this.authenticated(who), claim);
    return isAnyEnded ? followUp(opened) : opened;
  }

  private authenticated(who: PasswordSignIn): Authentication {
    return { ...who, at: this.clock.now(), methods: [methodOf(who)] };
  }
}

function describe(cause: unknown): SignInError | null {
  if (!(cause instanceof CallError)) return null;
  if (cause instanceof DeletionPending) return { key: 'leaving' };
  if (cause instanceof PasskeyRefused) return { key: 'passkey', unknown: cause.unknown };
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
