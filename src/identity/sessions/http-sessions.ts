import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import session, { type SessionData } from 'express-session';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exchangeOf } from '../../platform/operations/exchange.js';
import type { Long } from '../../platform/operations/long.js';
import { followUp } from '../../platform/errors/outcome.js';
import { SignInRequired } from '../../platform/errors/sign-in-required.js';
import { digestOf, randomIdentifier, randomNumber, randomSecret } from '../../platform/security/secrets.js';
import type { KeepingProof } from '../accounts/deletion-pending.js';
import { PROVEN_MS, type Authentication, type Method, type PendingSignIn } from './authentication.js';
import { KnownBrowsers } from './known-browsers.js';
import { SentSessionCookies } from './sent-session-cookies.js';
import { SESSION_COOKIE } from './session-ids.js';
import { SessionSecrets } from './session-secrets.js';
import { sessionMethodsSince, sessionProofsOf, type SessionRequest } from './session-proofs.js';
import { isOfPages, SessionStore, type Condition, type Shown } from './session-store.js';
import { browserOf } from './user-agent.js';

const SENT_COOKIE = new RegExp(`(?:^|;)\\s*${SESSION_COOKIE}=`);

/** express-session, run only for requests with a cookie and for calls that use a session (D42). */
@Injectable()
export class HttpSessions {
  private readonly middleware: RequestHandler;

  constructor(
    store: SessionStore,
    private readonly cookies: SentSessionCookies,
    private readonly browsers: KnownBrowsers,
    secrets: SessionSecrets,
  ) {
    this.middleware = session({
      name: SESSION_COOKIE,
      secret: [...secrets.listed],
      store,
      genid: randomSecret,
      resave: false,
      saveUninitialized: false,
      // Without an expiry: the store ends a session 30 minutes after its last access.
      cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: 'auto' },
    });
  }

  /** Loads the session of the request. @throws CallError unavailable when its store is not available */
  async load(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.cookies.keepOne(request.headers);
    // express-session reads it to decide on a Secure cookie, where TLS ends at a proxy.
    Object.defineProperty(request, 'secure', { value: exchangeOf(request).origin.isEncrypted });
    // express-session is written for connect, so it takes the plain request.
    await promised((done) => this.middleware(request as never, response as never, done as NextFunction));
  }

  /**
   * Tells the account of a browser that it never used. Call it before a session is opened on a page: a sign-in that can't
   * be told does not happen (D255).
   * @returns whether it is new
   */
  meet(who: Authentication, request: Request, response: Response): Promise<boolean> {
    return this.browsers.meet(who, request, response);
  }
}

export function sentSessionCookie(request: IncomingMessage): boolean {
  return SENT_COOKIE.test(request.headers.cookie ?? '');
}

/** A session that the web flow's form opened (§3.4). */
export interface WebSession {
  readonly accountId: Long;
  /** null until it is validated. */
  readonly clientId: Long | null;
}

/** The account of the loaded session for Hearth's own pages; null: nobody's, or a call opened it (D319). */
export function pageAccountOf(request: IncomingMessage): Long | null {
  const { session: loaded } = request as SessionRequest;
  return loaded && isOfPages(loaded) ? (loaded.accountId ?? null) : null;
}

/**
 * The account of the loaded session for legacy calls, whether a page or a call opened it; null: nobody's, or one of the
 * web flow, which provides its account to its client only (D66).
 */
export function legacyAccountOf(request: IncomingMessage): Long | null {
  const { session: loaded } = request as SessionRequest;
  return loaded?.isWebFlow ? null : (loaded?.accountId ?? null);
}

/** The loaded session when the web flow opened it; null for any other. */
export function webSessionOf(request: IncomingMessage): WebSession | null {
  const { session: loaded } = request as SessionRequest;
  if (!loaded?.isWebFlow || loaded.accountId === undefined) return null;
  return { accountId: loaded.accountId, clientId: loaded.clientId ?? null };
}

/** When the loaded session was signed in; null if it is not, or is older than this field. */
export function sessionSignInOf(request: IncomingMessage): Date | null {
  const at = (request as SessionRequest).session?.signedInAt;
  return at === undefined ? null : new Date(at);
}

/** What names the sign-in of the loaded session to clients; null if it is not signed in, or is older than this field. */
export function sessionSidOf(request: IncomingMessage): string | null {
  return (request as SessionRequest).session?.sid ?? null;
}

/** The digest under which the loaded session is stored; null when there is none. */
export function sessionDigestOf(request: IncomingMessage): Buffer | null {
  const id = (request as SessionRequest).session?.id;
  return id === undefined ? null : digestOf(id);
}

/** The same where somebody is signed in. @throws Error for a page that does not declare that it is of an account */
export function requiredSessionOf(request: IncomingMessage): Buffer {
  const digest = sessionDigestOf(request);
  if (digest === null) throw new Error('the page does not declare that it is of an account');
  return digest;
}

/** The session of the current request, for the calls that open and end sessions. */
export class CurrentHttpSession {
  constructor(
    private readonly request: SessionRequest,
    private readonly response: ServerResponse,
  ) {}

  /** The signed-in account, whatever the way of sign-in. */
  get accountId(): Long | null {
    return this.request.session?.accountId ?? null;
  }

  /** The digest under which it is stored; null when there is none. */
  get digest(): Buffer | null {
    return sessionDigestOf(this.request);
  }

  /**
   * Signs the account in under a new session id, so that an id planted by an attacker is worthless.
   * @param isOfCalls by a call of the interface, not on a page: it opens no page (D319), and only idle time ends it (D254)
   */
  async open(who: Authentication, isOfCalls = false): Promise<void> {
    const { accountId, at, methods, shown = methods, linkRank = 1, devicePassword, mark } = who;
    // Whoever gives the password once more goes on with the same sign-in.
    const { accountId: before, sid = randomIdentifier() } = this.request.session ?? {};
    const same = before === accountId ? sid : randomIdentifier();
    const proofs = Object.fromEntries(shown.map((method) => [method, at.getTime()]));
    const of = {
      ...{ accountId, signedInAt: at.getTime(), methods, proofs, ...byDevice(devicePassword) },
      ...(linkRank > 1 && { linkRank }),
    };
    const reach = isOfCalls ? { isOfCalls, isForCallsAlone: isOfCalls } : {};
    const noted = isOfCalls ? null : { ...this.noted(at, shown, null), linkRank };
    const agent = browserOf(this.request);
    await this.renew({ ...of, ...reach, ...bySignIn(noted), sid: same, agent }, { mark, shown: noted });
  }

  /**
   * Keeps a sign-in until its second step, under a new session id: an id that an attacker planted gets no further. Where
   * the same account is signed in already, that goes on, unless it ended meanwhile.
   */
  async hold(pending: PendingSignIn): Promise<void> {
    const { accountId, isWebFlow } = this.request.session ?? {};
    const goesOn = accountId === pending.accountId && !isWebFlow;
    if (goesOn) await this.succeed({ ...this.data, pending });
    else await this.renew({ pending });
  }

  /**
   * Who is signed in showed it again: what the session holds goes on, under a new id (ASVS 7.2.4). What is told to clients
   * of the sign-in stays as it was: an old proof is not lent to a new one.
   * @param method by which
   * @returns false: it ended meanwhile, or went on under another id; who showed a password may sign in anew by it
   */
  async prove(at: Date, method: Method): Promise<boolean> {
    const provenAt = at.getTime();
    const proofs = { ...sessionProofsOf(this.request), [method]: provenAt };
    // A password that is given after a second factor takes nothing away from it.
    const shown = sessionMethodsSince(this.request, provenAt - PROVEN_MS);
    const methods = shown.includes(method) ? shown : [...shown, method];
    const { signInBegan = null, linkRank = 1 } = this.request.session ?? {};
    const noted = { ...this.noted(at, methods, signInBegan), linkRank };
    try {
      await this.succeed({ ...this.data, provenAt, proofs, ...bySignIn(noted) }, noted);
      return true;
    } catch (cause) {
      if (!(cause instanceof SignInRequired)) throw cause;
      this.store.generate(this.plain); // an empty one
      return false;
    }
  }

  /** Goes on as a session with another id, if nobody ended it meanwhile. @throws SignInRequired */
  private async succeed(data: Partial<SessionData>, shown: Shown | null = null): Promise<void> {
    await this.renew(data, { before: this.digest, shown });
  }

  /** What was shown on a page, under a number of its own. @param began the sign-in that it is a further proof in */
  private noted(at: Date, methods: readonly Method[], began: Long | null): Shown {
    const signInId = randomNumber();
    return { signInId, beganId: began ?? signInId, at, methods, linkRank: 1, agent: browserOf(this.request) };
  }

  /** Signs nobody in: the account is about to be deleted (D237). */
  async openToKeep(proof: KeepingProof, at: Date): Promise<void> {
    await this.renew({ keeps: { ...proof, at: at.getTime() } });
  }

  /**
   * The same for the form of the web flow: without a client until it is validated (§3.4).
   * @param claim is called with the digest of the new id; if it throws, there is no session
   * @returns the new id
   */
  openForWebFlow(
    { accountId, at, methods, devicePassword, mark }: Authentication,
    claim: (digest: Buffer) => Promise<void>,
  ): Promise<string> {
    const of = { accountId, signedInAt: at.getTime(), methods, ...byDevice(devicePassword) };
    const data = { ...of, agent: browserOf(this.request) };
    return this.renew({ ...data, isWebFlow: true }, { mark }, claim);
  }

  /** The request as express-session knows it. */
  private get plain(): IncomingMessage & Express.Request {
    return this.request as IncomingMessage & Express.Request;
  }

  private get store(): Express.Request['sessionStore'] & SessionStore {
    return this.plain.sessionStore as Express.Request['sessionStore'] & SessionStore;
  }

  /** What the session holds; its cookie is that of the id alone. */
  private get data(): Partial<SessionData> {
    const data: Partial<SessionData> = { ...this.request.session };
    delete data.cookie;
    return data;
  }

  private async renew(
    data: Partial<SessionData>,
    condition: Condition = {},
    claim?: (digest: Buffer) => Promise<void>,
  ): Promise<string> {
    const { session: before } = this.request;
    if (!before) throw new Error('the call does not declare usesSession');
    try {
      if (condition.before)
        this.store.generate(this.plain); // the write of the new one ends it
      else await promised((done) => before.regenerate(done));
      const renewed = this.request.session as typeof before; // it was replaced
      this.store.require(renewed, condition);
      await claim?.(digestOf(renewed.id));
      Object.assign(renewed, data);
      const saved = promised((done) => renewed.save(done));
      // Something else has been committed by now: the cipher is used up, or the session of the request has ended.
      await (claim || sentSessionCookie(this.request) ? followUp(saved) : saved);
      return renewed.id;
    } catch (cause) {
      delete this.request.session; // otherwise express-session would still save it and send its cookie
      throw cause;
    }
  }

  /** Ends the whole session (§3.1); clearing only the account would let the same JSESSIONID be used again. */
  async end(): Promise<void> {
    const { session: current } = this.request;
    if (current) await promised((done) => current.destroy(done));
    if (sentSessionCookie(this.request))
      this.response.appendHeader(
        'Set-Cookie',
        `${SESSION_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`,
      );
  }
}

export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return new CurrentHttpSession(http.getRequest<SessionRequest>(), http.getResponse<ServerResponse>());
});

function bySignIn(shown: Shown | null): Pick<SessionData, 'signIn' | 'signInBegan'> {
  return shown === null ? {} : { signIn: shown.signInId, signInBegan: shown.beganId };
}

function byDevice(devicePassword: Long | null = null): Pick<SessionData, 'devicePassword'> {
  return devicePassword === null ? {} : { devicePassword };
}

function promised(work: (done: (error?: Error) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => work((error) => (error ? reject(error) : resolve())));
}
