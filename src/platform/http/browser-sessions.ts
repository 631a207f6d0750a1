import session, { Store, type Session, type SessionData } from 'express-session';
import type { NextFunction, RequestHandler } from 'express';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { followUp } from '../errors/outcome.js';
import type { BrowserSession, Renewal } from '../operations/browser-session.js';
import { exchangeOf } from '../operations/exchange.js';
import type { Visit } from '../operations/visit.js';
import { randomSecret } from '../security/secrets.js';

/** Storage of session data, by the ids that browsers send. */
export interface SessionRecords {
  /** null: there is no such session, or it ended. */
  find(id: string): Promise<object | null>;
  /** Writes a new session. @param condition of its renewal; {} without a renewal */
  write(id: string, data: object, condition: object): Promise<void>;
  /** It was used at this moment. */
  touch(id: string, data: object): void;
  end(id: string): Promise<unknown>;
  /** Of several cookies of the name, as they were sent, the one that counts; null: none of them is Hearth's. */
  chosen(cookies: readonly string[]): Promise<string | null>;
}

interface SessionOptions {
  readonly cookie: string;
  /** The first signs, all verify. */
  readonly secrets: readonly string[];
  readonly records: SessionRecords;
}

/** A request whose session is loaded, if it has one. */
type Carrier = IncomingMessage & { session?: Session & Partial<SessionData> };
type Callback<T = void> = (error?: unknown, value?: T) => void;

/** Finds the cookies of a name in a Cookie header; their values are the first group. */
export function sentCookies(name: string): RegExp {
  return new RegExp(`(?:^|;)\\s*${name}=([^;]*)`, 'g');
}

/** Runs express-session, but only for requests whose session is needed (D42). */
export class BrowserSessions {
  private readonly cookie: string;
  private readonly sent: RegExp;
  private readonly store: RecordStore;
  private readonly records: SessionRecords;
  private readonly middleware: RequestHandler;

  constructor({ cookie, secrets, records }: SessionOptions) {
    this.cookie = cookie;
    this.sent = sentCookies(cookie);
    this.records = records;
    this.store = new RecordStore(records);
    this.middleware = session({
      name: cookie,
      secret: [...secrets],
      store: this.store,
      genid: randomSecret,
      resave: false,
      saveUninitialized: false,
      // Without an expiry: the records end a session some time after its last access.
      cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: 'auto' },
    });
  }

  /** Loads the session of a visit, or creates an unsaved one. @throws the errors of the records */
  async load({ transport }: Visit): Promise<void> {
    await this.loadOf(...transport);
  }

  /** Loads the session of a request that is no visit. @throws the errors of the records */
  async loadOf(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.keepOne(request.headers);
    const exchange = exchangeOf(request);
    // express-session reads it to decide on a Secure cookie, where TLS ends at a proxy.
    Object.defineProperty(request, 'secure', { value: exchange.origin.isEncrypted });
    // express-session is written for connect, so it takes the plain request.
    await promised((done) => this.middleware(request as never, response as never, done as NextFunction));
    const forget = `${this.cookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;
    const clearCookie = () => void response.appendHeader('Set-Cookie', forget);
    exchange.session ??= new LoadedSession(request, this.store, clearCookie);
  }

  /** Another server at this host, or at a domain above it, may set a cookie of the same name (D358). */
  private async keepOne(headers: IncomingHttpHeaders): Promise<void> {
    const sent = [...(headers.cookie ?? '').matchAll(this.sent)].map(([, value]) =>
      value.trim().replace(/^"(.*)"$/, '$1'),
    );
    if (sent.length < 2) return;
    const chosen = await this.records.chosen(sent);
    if (chosen === null) return;
    const others = headers.cookie?.replaceAll(this.sent, '').replace(/^;\s*/, '');
    headers.cookie = [`${this.cookie}=${chosen}`, others].filter(Boolean).join('; ');
  }
}

/** The session that express-session keeps at a request. */
class LoadedSession implements BrowserSession {
  constructor(
    private readonly request: Carrier,
    private readonly store: RecordStore,
    readonly clearCookie: () => void,
  ) {}

  get id(): string | null {
    return this.request.session?.id ?? null;
  }

  get data(): object {
    const data: Partial<SessionData> = { ...this.request.session };
    delete data.cookie;
    return data;
  }

  async renew(data: object, { isSucceeded, isFollowUp, condition, claim }: Renewal): Promise<string> {
    const { session: before } = this.request;
    if (!before) throw new Error('the session of this request is gone');
    try {
      if (isSucceeded) this.leave();
      else await promised((done) => before.regenerate(done));
      const renewed = this.request.session as typeof before; // it was replaced
      this.store.require(renewed, condition);
      await claim?.(renewed.id);
      Object.assign(renewed, data);
      const saved = promised((done) => renewed.save(done));
      await (isFollowUp ? followUp(saved) : saved);
      return renewed.id;
    } catch (cause) {
      delete this.request.session; // otherwise express-session would still save it and send its cookie
      throw cause;
    }
  }

  leave(): void {
    this.store.generate(this.request as Express.Request & IncomingMessage);
  }

  async end(): Promise<void> {
    const { session: current } = this.request;
    if (current) await promised((done) => current.destroy(done));
  }
}

/** The store of express-session, over `SessionRecords`. */
class RecordStore extends Store {
  /** Set by express-session: gives a request a new session. */
  declare readonly generate: (request: Express.Request) => void;
  private readonly stored = new WeakMap<SessionData, string>();
  private readonly loaded = new WeakSet<SessionData>();
  private readonly conditions = new WeakMap<SessionData, object>();

  constructor(private readonly records: SessionRecords) {
    super();
  }

  override get(id: string, callback: Callback<SessionData | null>): void {
    settle(this.records.find(id) as Promise<SessionData | null>, callback);
  }

  override set(id: string, data: SessionData, callback: Callback = () => {}): void {
    settle(this.write(id, data), callback);
  }

  override touch(id: string, data: SessionData, callback: Callback = () => {}): void {
    this.records.touch(id, data);
    callback();
  }

  override destroy(id: string, callback: Callback = () => {}): void {
    settle(this.records.end(id), callback);
  }

  override createSession(...[request, data]: Parameters<Store['createSession']>): Session & SessionData {
    const created = super.createSession(request, data);
    this.loaded.add(created);
    return created;
  }

  /** Makes it a condition of the first write of a new session. */
  require(data: SessionData, condition: object): void {
    this.conditions.set(data, condition);
  }

  private async write(id: string, data: SessionData): Promise<void> {
    const json = JSON.stringify(data);
    if (this.stored.get(data) === json) return; // express-session saves again after a handler's own save
    // It may have ended since it was loaded, and writing it would bring it back: what changes takes another id.
    if (this.loaded.has(data)) throw new Error('a session that was loaded is replaced, never changed');
    await this.records.write(id, data, this.conditions.get(data) ?? {});
    this.conditions.delete(data);
    this.stored.set(data, json);
  }
}

function settle<T>(work: Promise<T>, callback: Callback<T> | Callback): void {
  work.then((value) => (callback as Callback<T>)(null, value), callback);
}

function promised(work: (done: (error?: Error) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => work((error) => (error ? reject(error) : resolve())));
}
