import { randomBytes } from 'node:crypto';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { basic } from './a01.js';
import { ANNA } from './fixtures.js';
import { request, type Peer, type RawAnswer } from './http.js';
import { startApp, type TestServer } from './start-app.js';

type Fields = Readonly<Record<string, string>>;
interface Site {
  readonly id: string;
  readonly secret: string;
  readonly redirectUri: string;
}

/** Web applications whose server holds the client secret. */
export const SITES = {
  album: { id: 'album', secret: 'album-secret-1', redirectUri: 'https://album.example/signed-in' },
  diary: { id: 'diary', secret: 'diary-secret-1', redirectUri: 'https://diary.example/cb?of=1' },
  strict: { id: 'strict-album', secret: 'strict-secret-1', redirectUri: 'https://strict.example/cb' },
} as const satisfies Record<string, Site>;

/** Headers that a browser sends with a form of another site. */
export const FOREIGN_FORM = {
  'Sec-Fetch-Site': 'cross-site',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Dest': 'document',
  Origin: 'https://album.example',
};

/** Starts a server with the web applications. */
export async function startWithSites(settings: Record<string, string> = {}): Promise<TestServer> {
  const server = await startApp(settings);
  try {
    await server.get(Bootstrap).apply({
      rulesets: [{ name: 'ALBUM', rules: ['log2*', 'acc*', 'web*', 'oauth2*'] }],
      clients: Object.values(SITES).map(({ id, secret, redirectUri }) => ({
        clientId: id,
        clientSecret: secret,
        name: `The ${id} site`,
        ruleset: id === SITES.album.id ? 'ALBUM' : 'WEB',
        clientType: 'confidential' as const,
        profile: id === SITES.strict.id ? ('strict' as const) : ('interface' as const),
        redirectUrls: [redirectUri],
        isPrivileged: id === SITES.diary.id,
      })),
    });
    return server;
  } catch (cause) {
    await server.close();
    throw cause;
  }
}

export function newCipher(): string {
  return randomBytes(16).toString('base64url');
}

/** The server of a web application, and the browser with its form. */
export class WebSite {
  constructor(
    private readonly server: Peer,
    readonly site: Site = SITES.album,
  ) {}

  ask(stateRandomCipher: string, headers: Fields = basic(this.site)): Promise<RawAnswer> {
    return request(this.server, {
      path: '/api/web/generatestatesecret',
      form: { stateRandomCipher },
      headers,
    });
  }

  /** @throws Error when no secret is returned */
  async secretFor(cipher: string, headers?: Fields): Promise<string> {
    return resultOf(await this.ask(cipher, headers));
  }

  post(
    stateRandomCipher: string,
    form: Readonly<Record<string, string | undefined>> = {},
    headers: Fields = FOREIGN_FORM,
  ): Promise<RawAnswer> {
    const all = { login: ANNA.email, password: ANNA.password, stateRandomCipher, ...form };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return request(this.server, { path: '/api/web/login', form: Object.fromEntries(given), headers });
  }

  validate(stateSecret: string, sessionId: string, headers: Fields = basic(this.site)): Promise<RawAnswer> {
    const form = { stateSecret, sessionId };
    return request(this.server, { path: '/api/web/validatesession', form, headers });
  }

  /** A session that is signed in but not validated. */
  async opened(form: Fields = {}): Promise<{ cipher: string; secret: string; sessionId: string }> {
    const cipher = newCipher();
    const secret = await this.secretFor(cipher);
    return { cipher, secret, sessionId: resultOf(await this.post(cipher, form)) };
  }

  /** A session that was validated for the client. */
  async validated(form: Fields = {}): Promise<{ cipher: string; secret: string; sessionId: string }> {
    const session = await this.opened(form);
    resultOf(await this.validate(session.secret, session.sessionId));
    return session;
  }
}

/** A call with the session's cookie, sent by the browser or by the web server for it. */
export function withSession(
  server: Peer,
  sessionId: string,
  path = '/api/acc/getloggedaccount',
  headers: Fields = {},
  form?: Fields,
): Promise<RawAnswer> {
  return request(server, { path, headers: { Cookie: `JSESSIONID=${sessionId}`, ...headers }, form });
}

/** @throws Error when the call is refused */
export function resultOf({ status, body, text }: RawAnswer): string {
  if (status !== 200) throw new Error(`refused: ${status} ${text}`);
  return body.a01.r.r;
}

/** The redirect after a form. */
export function sentBackTo({ status, headers, text }: RawAnswer): { target: string; answer: Fields } {
  const { location } = headers;
  if (status !== 303 || location === undefined) throw new Error(`not sent back: ${status} ${text}`);
  const { origin, pathname, searchParams } = new URL(location);
  return { target: `${origin}${pathname}`, answer: Object.fromEntries(searchParams) };
}
