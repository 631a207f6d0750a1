import { hearthCommand } from '../platform/config/command-line.js';
import { type Credentials, NO_CREDENTIALS } from './request-credentials.js';
import { Failure } from './failure.js';
import { type ServerAnswer, receive, send } from './http.js';
import { failureFrom, asProblem, problemKind, type Problem } from './problem.js';

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Message {
  readonly query?: Query;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** A kind of problem that is no failure: it is answered. */
  readonly awaits?: string;
}

/** How much of a list to fetch; `Infinity`: all of it. */
export interface Extent {
  readonly limit: number;
  readonly after?: string;
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

const LARGEST_PAGE = 200;

/** The administration API of one server, used as one caller. Paths are relative to /admin/api. */
export class ApiClient {
  constructor(
    readonly url: string,
    private readonly credentials: Credentials,
    /** Asks for the password; null when there is nobody to ask. */
    private readonly askPassword: () => Promise<string | null>,
    /** The option of the command that gave a field of the API; the field itself, if none did. */
    private readonly optionOf: (field: string) => string,
  ) {}

  async get<T>(path: string, query?: Query): Promise<T> {
    return (await this.request('GET', path, { query })).body as T;
  }

  async post<T>(path: string, body?: unknown, query?: Query): Promise<T> {
    return (await this.request('POST', path, { body, query })).body as T;
  }

  /**
   * Changes the current version: `change` returns the new body, or null to leave it. If another administrator has
   * changed it meanwhile, the server refuses and nothing is lost.
   * @param at where the change is sent, if not to what it changes
   */
  async update<T>(
    path: string,
    change: (now: T) => unknown,
    method: Method = 'PATCH',
    at = path,
  ): Promise<T> {
    const { body: now, headers } = await this.request('GET', path);
    const body = change(now as T);
    if (body === null) return now as T;
    return (await this.request(method, at, { body, headers: ifMatch(headers) })).body as T;
  }

  /** Puts or deletes a resource without its own ETag: a member, a session, a secret. */
  async send<T>(method: Method, path: string, body?: unknown): Promise<T> {
    return (await this.request(method, path, { body })).body as T;
  }

  /**
   * Deletes the current version, as often as the server says that more is to be done.
   * @param progress is told what the server says then
   * @param query of the deletion
   */
  async delete(
    path: string,
    progress: (text: string) => void = () => undefined,
    query: Query = {},
  ): Promise<void> {
    const { headers } = await this.request('GET', path);
    const message = { headers: ifMatch(headers), awaits: 'unfinished', query };
    for (;;) {
      const answer = await this.request('DELETE', path, message);
      if (answer.status < 400) return;
      progress(asProblem(answer.body).detail ?? '');
    }
  }

  /** The items of a list, fetched page by page on demand; returns where the next page begins, or null. */
  async *list<T>(
    path: string,
    query: Query,
    { limit, after }: Extent,
  ): AsyncGenerator<T, string | null, void> {
    let left = limit;
    let next: string | null | undefined = after;
    do {
      const size = Math.min(left, LARGEST_PAGE);
      const page: Page<T> = await this.get(path, { ...query, limit: size, after: next ?? undefined });
      yield* page.items;
      left -= page.items.length;
      next = page.next;
    } while (next !== null && left > 0);
    return next;
  }

  /** Streams any number of JSON lines: `use` is awaited, so nothing accumulates here. */
  async stream(path: string, query: Query, use: (part: Uint8Array) => Promise<void>): Promise<void> {
    await this.get(path, { ...query, limit: 1 }); // authenticates again if needed, and reports errors
    const headers = { Accept: 'application/x-ndjson', ...(await this.credentials.headers()) };
    await receive(`${this.url}/admin/api${path}${search(query)}`, headers, use);
  }

  /** The answer whatever its status, for other content than JSON or a status with a special meaning. */
  async request(method: Method, path: string, message: Message = {}): Promise<ServerAnswer> {
    let answer = await this.attempt(method, path, message);
    if (answer.status === 401 && (await this.credentials.renew())) {
      answer = await this.attempt(method, path, message);
    }
    if (answer.status === 403 && problemKind(asProblem(answer.body)) === 'confirmation-required') {
      await this.confirm(answer);
      answer = await this.attempt(method, path, message);
    }
    if (answer.status === 401 && this.credentials !== NO_CREDENTIALS)
      throw this.signedOut(asProblem(answer.body));
    if (answer.status < 400 || problemKind(asProblem(answer.body)) === message.awaits) return answer;
    throw failureFrom(answer.status, asProblem(answer.body), this.optionOf);
  }

  private signedOut(problem: Problem): Failure {
    const { message } = failureFrom(401, { title: problem.title });
    return new Failure(`${message}\nSign in with: ${hearthCommand(`login ${this.url}`)}`, 'notSignedIn');
  }

  private async confirm(refusal: ServerAnswer): Promise<void> {
    const refused = failureFrom(refusal.status, asProblem(refusal.body));
    if (!this.credentials.isSession) throw refused;
    const password = await this.askPassword();
    if (password === null) {
      const { title = refused.message } = asProblem(refusal.body);
      throw new Failure(
        `${title}: on a terminal it is asked for, in a script set HEARTH_PASSWORD.`,
        refused.exitCode,
      );
    }
    const answer = await this.attempt('POST', '/session/confirm', { body: { password } });
    // A signed-in user entered a wrong password: a refusal, not the end of the session.
    if ([401, 422].includes(answer.status))
      throw new Failure(failureFrom(422, asProblem(answer.body)).message, 'refused');
    if (answer.status >= 400) throw failureFrom(answer.status, asProblem(answer.body));
  }

  private async attempt(
    method: Method,
    path: string,
    { query, body, headers }: Message,
  ): Promise<ServerAnswer> {
    const isText = typeof body === 'string';
    return send(`${this.url}/admin/api${path}${search(query)}`, {
      method,
      body: isText ? body : body === undefined ? undefined : JSON.stringify(body),
      headers: {
        Accept: 'application/json',
        ...(body === undefined
          ? {}
          : { 'Content-Type': isText ? 'application/x-ndjson' : 'application/json' }),
        ...(await this.credentials.headers()),
        ...headers,
      },
    });
  }
}

/** A path segment with any user input in it. */
export function segment(text: string): string {
  // The URL parser would resolve these away, even encoded, and request something else.
  if (text === '' || text === '.' || text === '..') throw new Failure(`"${text}" names nothing.`, 'usage');
  return encodeURIComponent(text);
}

function search(query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

function ifMatch(headers: Headers): Record<string, string> {
  return { 'If-Match': headers.get('etag') ?? '*' };
}
