import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import accepts from 'accepts';
import { stringifySetCookie, type SetCookie } from 'cookie';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { BrowserSession, WithSession } from './browser-session.js';
import { exchangeOf, type Exchange, type Origin } from './exchange.js';
import type { PageBody } from './page-bodies.js';

/** The content of a request for a page, besides its headers. */
interface Sent extends Partial<PageBody> {
  /** Of the path, by name. */
  readonly params?: Readonly<Record<string, string>>;
  /** Of the query string, as it was parsed: text, a list of texts, or neither. */
  readonly query?: Readonly<Record<string, unknown>>;
}

/** Options of a cookie. No script can read Hearth's cookies, and no other site's page sends them. */
export type CookieOptions = Pick<SetCookie, 'sameSite'> & {
  /** Milliseconds that the browser keeps it; absent: until the browser is closed. */
  readonly keptMs?: number;
};

type Transport = readonly [IncomingMessage, ServerResponse];
const UTF8 = new TextDecoder();
const VISIT = Symbol('visit');
type Carrier = IncomingMessage & { [VISIT]?: Visit };

/** A request for a page, as rules see it: its content and origin, and the cookies of its answer. */
export class Visit implements WithSession {
  constructor(
    readonly exchange: Exchange,
    private readonly sent: Sent,
    /** Node's request and response, only for the platform: no rule reads or writes them (test/page-values.spec.ts). */
    readonly transport: Transport,
  ) {}

  /** The one visit of a request. */
  static of(request: IncomingMessage, response: ServerResponse): Visit {
    const carrier = request as Carrier;
    carrier[VISIT] ??= new Visit(exchangeOf(request), request as Sent, [request, response]);
    return carrier[VISIT];
  }

  /** IP address of the browser, or of the trusted proxy's caller. */
  get address(): string {
    return this.exchange.origin.address;
  }

  get isEncrypted(): boolean {
    return this.exchange.origin.isEncrypted;
  }

  get origin(): Origin {
    return this.exchange.origin;
  }

  get headers(): IncomingHttpHeaders {
    return this.exchange.headers;
  }

  get session(): BrowserSession | null {
    return this.exchange.session;
  }

  /** Path and query as they were sent. */
  get target(): string {
    return this.exchange.target;
  }

  get path(): string {
    return this.target.split('?', 1)[0];
  }

  get params(): Readonly<Record<string, string>> {
    return this.sent.params ?? {};
  }

  get query(): Readonly<Record<string, unknown>> {
    return this.sent.query ?? {};
  }

  /** The parsed form or JSON text; undefined: none was sent. */
  get body(): unknown {
    return this.sent.body;
  }

  /** The form as it was sent; empty: none was sent. */
  get rawForm(): string {
    return this.sent.rawBody?.toString('latin1') ?? '';
  }

  /** The file of a form's only field for one; null: none was chosen, or it is empty. */
  get file(): Buffer | null {
    return this.fileOf('file');
  }

  /** The file of a field. */
  fileOf(name: string): Buffer | null {
    const file = this.sent.files?.get(name);
    return file && file.length > 0 ? file : null;
  }

  /** The text of that file; empty: none was chosen. */
  get fileText(): string {
    return UTF8.decode(this.file ?? undefined);
  }

  /** Returns the media type that the caller prefers, or else the first one; false: it accepts none of them. */
  accepts(types: string[]): string | false {
    return accepts(this.transport[0]).type(types) as string | false;
  }

  /** Returns the first cookie of this name; null: none was sent. */
  cookie(name: string): string | null {
    const sent = (this.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return sent.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  }

  /** Sets a cookie; it is `Secure` if the request came over TLS. */
  setCookie(name: string, value: string, { sameSite = 'lax', keptMs }: CookieOptions = {}): void {
    const kept = keptMs === undefined ? {} : { maxAge: Math.floor(keptMs / 1000) };
    this.write(name, value, { sameSite, ...kept });
  }

  clearCookie(name: string, { sameSite = 'lax' }: Pick<CookieOptions, 'sameSite'> = {}): void {
    this.write(name, '', { sameSite, expires: new Date(0) });
  }

  private write(name: string, value: string, options: Partial<SetCookie>): void {
    const all = { name, value, path: '/', httpOnly: true, secure: this.isEncrypted, ...options };
    this.transport[1].appendHeader('Set-Cookie', stringifySetCookie(all));
  }
}

/** Returns the visit, for a guard or a parameter decorator. */
export function visitIn(context: ExecutionContext): Visit {
  return Visit.of(context.getArgByIndex<IncomingMessage>(0), context.getArgByIndex<ServerResponse>(1));
}

/** The request for a page, for its handler. */
export const CurrentVisit = createParamDecorator((_: unknown, context: ExecutionContext) => visitIn(context));
