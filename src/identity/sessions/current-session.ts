import type { BrowserSession, Renewal, WithSession } from '../../platform/operations/browser-session.js';
import { fromExchange } from '../../platform/operations/declare.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import type { Long } from '../../platform/operations/long.js';
import { SignInRequired } from '../../platform/errors/sign-in-required.js';
import { digestOf, randomIdentifier, randomNumber } from '../../platform/security/secrets.js';
import type { KeepingProof } from '../accounts/deletion-pending.js';
import type { Authentication, Method, PendingSignIn } from './authentication.js';
import { PROVEN_MS } from '../sign-ins/held-rank.js';
import { isOfPages, sessionDataOf, type SessionData } from './session-data.js';
import { sentSessionCookie } from './session-ids.js';
import { sessionMethodsSince, sessionProofsOf } from './session-proofs.js';
import type { Condition, NotedSignIn } from './session-store.js';
import { browserOf } from '../sign-ins/user-agent.js';

/** A session that the web flow's form opened (§3.4). */
export interface WebSession {
  readonly accountId: Long;
  /** null until it is validated. */
  readonly clientId: Long | null;
}

/** The account of the loaded session for Hearth's own pages; null: none, or a call opened the session (D319). */
export function pageAccountOf(at: WithSession): Long | null {
  const loaded = sessionDataOf(at);
  return isOfPages(loaded) ? (loaded.accountId ?? null) : null;
}

/**
 * The account of the loaded session for legacy calls, whether a page or a call opened it; null: none, or a session of
 * the web flow, which provides its account to its client only (D66).
 */
export function legacyAccountOf(at: WithSession): Long | null {
  const loaded = sessionDataOf(at);
  return loaded.isWebFlow ? null : (loaded.accountId ?? null);
}

/** The loaded session if the web flow opened it; null: it did not. */
export function webSessionOf(at: WithSession): WebSession | null {
  const loaded = sessionDataOf(at);
  if (!loaded.isWebFlow || loaded.accountId === undefined) return null;
  return { accountId: loaded.accountId, clientId: loaded.clientId ?? null };
}

/** When the loaded session was signed in; null if it is not, or is older than this field. */
export function sessionSignInOf(at: WithSession): Date | null {
  const { signedInAt } = sessionDataOf(at);
  return signedInAt === undefined ? null : new Date(signedInAt);
}

/** The `sid` of the loaded session's sign-in, for clients; null if it is not signed in, or is older than this field. */
export function sessionSidOf(at: WithSession): string | null {
  return sessionDataOf(at).sid ?? null;
}

/** The digest under which the loaded session is stored; null when there is none. */
export function sessionDigestOf(at: WithSession): Buffer | null {
  const id = at.session?.id ?? null;
  return id === null ? null : digestOf(id);
}

/**
 * The digest under which the session of a signed-in account is stored.
 * @throws Error for a page that does not declare that it is of an account
 */
export function requiredSessionOf(at: WithSession): Buffer {
  const digest = sessionDigestOf(at);
  if (digest === null) throw new Error('the page does not declare that it is of an account');
  return digest;
}

/** The session of the current request, for the calls that open and end sessions. */
export class CurrentHttpSession {
  constructor(private readonly exchange: Exchange) {}

  /** The account that is signed in, whatever the way of sign-in. */
  get accountId(): Long | null {
    return this.data.accountId ?? null;
  }

  /** The digest under which the session is stored; null when there is none. */
  get digest(): Buffer | null {
    return sessionDigestOf(this.exchange);
  }

  /**
   * Signs the account in under a new session id, so that an id planted by an attacker is worthless.
   * @param isOfCalls by a call of the interface, not on a page: it opens no page (D319), and only ends after its idle
   *     time (D254)
   */
  async open(who: Authentication, isOfCalls = false): Promise<void> {
    const { accountId, at, methods, shown = methods, linkRank = 1, devicePassword, mark } = who;
    // A person who enters the password again continues the same sign-in.
    const { accountId: before, sid = randomIdentifier() } = this.data;
    const same = before === accountId ? sid : randomIdentifier();
    const proofs = Object.fromEntries(shown.map((method) => [method, at.getTime()]));
    const of = {
      ...{ accountId, signedInAt: at.getTime(), methods, proofs, ...byDevice(devicePassword) },
      ...(linkRank > 1 && { linkRank }),
    };
    const reach = isOfCalls ? { isOfCalls, isForCallsAlone: isOfCalls } : {};
    const noted = isOfCalls ? null : { ...this.noted(at, shown, null), linkRank };
    const agent = browserOf(this.exchange);
    await this.renew({ ...of, ...reach, ...bySignIn(noted), sid: same, agent }, { mark, shown: noted });
  }

  /**
   * Keeps a sign-in until its second step, under a new session id: an id that an attacker planted is worthless. If the
   * same account is already signed in, that session continues, unless it ended meanwhile.
   */
  async hold(pending: PendingSignIn): Promise<void> {
    const { accountId, isWebFlow } = this.data;
    const goesOn = accountId === pending.accountId && !isWebFlow;
    if (goesOn) await this.succeed({ ...this.data, pending });
    else await this.renew({ pending });
  }

  /**
   * Notes one more proof by the person who is signed in: the session continues, under a new id (ASVS 7.2.4). Clients
   * are told the facts of the sign-in as before: an old proof does not count as a new one.
   * @param method of the proof
   * @returns false: it ended meanwhile, or continued under another id; a person who entered the password may sign in
   *     anew by it
   */
  async prove(at: Date, method: Method): Promise<boolean> {
    const provenAt = at.getTime();
    const proofs = { ...sessionProofsOf(this.exchange), [method]: provenAt };
    // A password after a second factor keeps the second factor's proof.
    const shown = sessionMethodsSince(this.exchange, provenAt - PROVEN_MS);
    const methods = shown.includes(method) ? shown : [...shown, method];
    const { signInBegan = null, linkRank = 1 } = this.data;
    const noted = { ...this.noted(at, methods, signInBegan), linkRank };
    try {
      await this.succeed({ ...this.data, provenAt, proofs, ...bySignIn(noted) }, noted);
      return true;
    } catch (cause) {
      if (!(cause instanceof SignInRequired)) throw cause;
      this.loaded.leave();
      return false;
    }
  }

  /** Continues the session under another id, if it did not end meanwhile. @throws SignInRequired */
  private async succeed(data: SessionData, shown: NotedSignIn | null = null): Promise<void> {
    await this.renew(data, { before: this.digest, shown });
  }

  /**
   * Returns the record of a proof on a page, with a number of its own.
   * @param began the sign-in that it is a further proof in
   */
  private noted(at: Date, methods: readonly Method[], began: Long | null): NotedSignIn {
    const signInId = randomNumber();
    return {
      signInId,
      beganId: began ?? signInId,
      at,
      methods,
      linkRank: 1,
      agent: browserOf(this.exchange),
    };
  }

  /** Opens a session that only lets the browser keep an account that is about to be deleted (D237). */
  async openToKeep(proof: KeepingProof, at: Date): Promise<void> {
    await this.renew({ keeps: { ...proof, at: at.getTime() } });
  }

  /**
   * Opens a session for the form of the web flow: without a client until it is validated (§3.4).
   * @param claim is called with the digest of the new id; if it throws, there is no session
   * @returns the new id
   */
  openForWebFlow(
    { accountId, at, methods, devicePassword, mark }: Authentication,
    claim: (digest: Buffer) => Promise<void>,
  ): Promise<string> {
    const of = { accountId, signedInAt: at.getTime(), methods, ...byDevice(devicePassword) };
    const data = { ...of, agent: browserOf(this.exchange) };
    return this.renew({ ...data, isWebFlow: true }, { mark }, claim);
  }

  private get data(): SessionData {
    return sessionDataOf(this.exchange);
  }

  private get loaded(): BrowserSession {
    const { session } = this.exchange;
    if (!session) throw new Error('the call does not declare usesSession');
    return session;
  }

  private async renew(
    data: SessionData,
    condition: Condition = {},
    claim?: (digest: Buffer) => Promise<void>,
  ): Promise<string> {
    const how: Renewal = {
      isSucceeded: Boolean(condition.before), // the write of the new one ends it
      // The secret is spent, or the session of the request has ended.
      isFollowUp: claim !== undefined || sentSessionCookie(this.exchange),
      condition,
      claim: claim && ((id) => claim(digestOf(id))),
    };
    return this.loaded.renew(data, how);
  }

  /** Ends the whole session (§3.1); clearing only the account would let the same JSESSIONID be used again. */
  async end(): Promise<void> {
    const { session } = this.exchange;
    await session?.end();
    if (sentSessionCookie(this.exchange)) session?.clearCookie();
  }
}

/** The session of the current request, for a call's handler. */
export const CurrentSession = fromExchange((exchange) => new CurrentHttpSession(exchange));

function bySignIn(shown: NotedSignIn | null): Pick<SessionData, 'signIn' | 'signInBegan'> {
  return shown === null ? {} : { signIn: shown.signInId, signInBegan: shown.beganId };
}

function byDevice(devicePassword: Long | null = null): Pick<SessionData, 'devicePassword'> {
  return devicePassword === null ? {} : { devicePassword };
}
