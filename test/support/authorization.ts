import { createHash } from 'node:crypto';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { basic, type Body } from './a01.js';
import { CLIENTS } from './fixtures.js';
import { outcomePageOf, request, type Peer, type RawAnswer } from './http.js';
import { startApp, type TestServer } from './start-app.js';

type Form = Readonly<Record<string, string>>;

interface ThirdParty {
  readonly id: string;
  readonly secret: string | null;
  readonly name: string;
  readonly redirectUri: string;
}

/** Third-party applications that send their users to sign in. */
export const THIRD_PARTIES = {
  shop: { ...CLIENTS.thirdParty, name: 'Shop', redirectUri: 'https://shop.example/callback' },
  garden: {
    id: 'garden',
    secret: 'garden-secret-1',
    name: 'Garden',
    redirectUri: 'https://garden.example/cb?of=1',
  },
  /** Its ruleset allows every call. */
  wide: { id: 'wide', secret: 'wide-secret-1', name: 'Wide', redirectUri: 'https://wide.example/cb' },
  /** Its ruleset allows nothing on a user's behalf. */
  bare: { id: 'bare', secret: 'bare-secret-1', name: 'Bare', redirectUri: 'https://bare.example/cb' },
  strict: {
    id: 'strict-shop',
    secret: 'strict-secret-1',
    name: 'Strict shop',
    redirectUri: 'https://strict.example/cb',
  },
  pocket: { id: 'pocket', secret: null, name: 'Pocket', redirectUri: 'com.example.pocket://cb' },
  /** Its ruleset does not allow oauth2authorize. */
  backend: {
    id: 'backend',
    secret: 'backend-secret-1',
    name: 'Back end',
    redirectUri: 'https://back.example/cb',
  },
} as const satisfies Record<string, ThirdParty>;

const RULESETS: Readonly<Record<string, string>> = {
  wide: 'EVERYTHING',
  bare: 'SIGN-IN-ONLY',
  backend: 'PROVISIONING',
};

/** Starts a server with the third parties. */
export async function startWithThirdParties(settings: Record<string, string> = {}): Promise<TestServer> {
  const server = await startApp(settings);
  try {
    await registerThirdParties(server);
    return server;
  } catch (cause) {
    await server.close();
    throw cause;
  }
}

export async function registerThirdParties(server: TestServer): Promise<void> {
  await server.get(Bootstrap).apply({
    rulesets: [
      { name: 'EVERYTHING', rules: ['*'] },
      { name: 'SIGN-IN-ONLY', rules: ['log2*', 'oauth2*'] },
    ],
    clients: Object.values(THIRD_PARTIES).map(({ id, secret, name, redirectUri }) => ({
      clientId: id,
      ...(secret === null ? {} : { clientSecret: secret }),
      name,
      ruleset: RULESETS[id] ?? 'WEB',
      clientType: secret === null ? 'public' : 'confidential',
      profile: id === THIRD_PARTIES.strict.id ? ('strict' as const) : ('interface' as const),
      redirectUrls: [redirectUri],
      isPrivileged: false,
    })),
  });
}

/** PKCE, computed without Hearth's code (RFC 7636 §4.2). */
export const VERIFIER = 'a-verifier-of-forty-three-characters-at-least';
export function pkceOf(verifier: string = VERIFIER): {
  code_challenge: string;
  code_challenge_method: string;
} {
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  return { code_challenge, code_challenge_method: 'S256' };
}

/** A third party's authorization request; an undefined parameter is left out. */
export function authorizePath(
  { id, redirectUri }: ThirdParty,
  parameters: Readonly<Record<string, string | undefined>> = {},
): string {
  const all = { response_type: 'code', client_id: id, redirect_uri: redirectUri, state: 'st', ...parameters };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/authorize?${new URLSearchParams(given).toString()}`;
}

/** The answer returned to the third party. */
export interface Redirect {
  readonly status: number;
  /** The address without the answer's parameters, as registered. */
  readonly target: string;
  readonly code: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly location: string;
}

/** @throws Error when the answer does not lead to the third party */
export function redirectOf(answer: Pick<RawAnswer, 'status' | 'headers' | 'text'>): Redirect {
  const { location } = answer.headers;
  if (location === undefined || location.startsWith('/'))
    throw new Error(`not a redirect to the third party: ${answer.status} ${location ?? answer.text}`);
  const mark = location.includes('#') ? location.indexOf('#') : location.indexOf('?');
  const parameters = Object.fromEntries(new URLSearchParams(location.slice(mark + 1)));
  return {
    status: answer.status,
    target: location.slice(0, mark),
    code: parameters.code,
    parameters,
    location,
  };
}

/** The path of the challenge that a Location leads to; null: another address. */
export function challengeOf(location = ''): string | null {
  return /^(?:https?:\/\/[^/]+)?(\/challenge\?session_id=[\w-]{43})$/.exec(location)?.[1] ?? null;
}

/** A browser without JavaScript that keeps its cookies and follows redirects. */
export class CookieBrowser {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly server: Peer,
    /** Headers of every request. */
    private readonly headers: Form = {},
  ) {}

  get(path: string, headers: Form = {}): Promise<RawAnswer> {
    return this.send({ path, headers: { 'Sec-Fetch-Mode': 'navigate', ...headers } });
  }

  /** Opens the page behind the redirect too, where that tells the outcome (D386). */
  async post(path: string, form: Form = {}, headers: Form = {}): Promise<RawAnswer> {
    const answer = await this.postAlone(path, form, headers);
    const page = outcomePageOf(answer);
    return page === null ? answer : this.get(page, headers);
  }
  postAlone(path: string, form: Form = {}, headers: Form = {}): Promise<RawAnswer> {
    return this.send({ path, form, headers: { 'Sec-Fetch-Site': 'same-origin', ...headers } });
  }

  /** Opens the third party's link in a new tab. @throws Error when it does not lead to a challenge */
  async begin(
    party: ThirdParty,
    parameters: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Tab> {
    const { status, headers, text } = await this.get(authorizePath(party, parameters));
    const path = challengeOf(headers.location);
    if (path === null) throw new Error(`no challenge: ${status} ${headers.location} ${text}`);
    return new Tab(this, path);
  }

  /** Signs in on Hearth's own page. */
  signIn({ email, password }: { email: string; password: string }): Promise<RawAnswer> {
    return this.post('/sign-in', { identifier: email, password });
  }

  /** Confirms the password once more. */
  confirm({ password: current }: { password: string }): Promise<RawAnswer> {
    return this.post('/confirm', { current });
  }

  /** The complete flow: authorize, sign in, and consent if asked. */
  async connect(
    who: { email: string; password: string },
    party: ThirdParty,
    parameters: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Redirect> {
    const tab = await this.begin(party, parameters);
    await tab.signIn(who);
    return tab.allow();
  }

  /** The code for a signed-in browser, including the consent. */
  async codeFor(
    party: ThirdParty,
    parameters: Readonly<Record<string, string | undefined>> = {},
  ): Promise<string> {
    return (await (await this.begin(party, parameters)).allow()).code;
  }

  private async send(asked: { path: string; form?: Form; headers: Form }): Promise<RawAnswer> {
    const Cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(Cookie === '' ? {} : { Cookie }), ...this.headers, ...asked.headers };
    const answer = await request(this.server, { ...asked, headers });
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) as unknown as [string, string, string];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}

/** A pending authorization in a tab. */
export class Tab {
  constructor(
    readonly browser: CookieBrowser,
    /** `/challenge?session_id=…` */
    readonly path: string,
  ) {}

  /** The URL of a step: `/challenge/consent?session_id=…`. */
  step(name: 'sign-in' | 'consent'): string {
    return this.path.replace('/challenge', `/challenge/${name}`);
  }

  show(headers: Form = {}): Promise<RawAnswer> {
    return this.browser.get(this.path, headers);
  }

  trySignIn(
    { email, password }: { email: string; password: string },
    headers: Form = {},
  ): Promise<RawAnswer> {
    return this.browser.post(this.step('sign-in'), { identifier: email, password }, headers);
  }

  /** @throws Error when the form is shown again */
  async signIn(who: { email: string; password: string }): Promise<void> {
    const { status, headers, text } = await this.trySignIn(who);
    if (status !== 303 || headers.location !== this.path) throw new Error(`not signed in: ${status} ${text}`);
  }

  /** The fields of the open consent form. @throws Error without a form */
  async consentForm(): Promise<{ account: string }> {
    return consentFormOf(await this.show());
  }

  decide(form: Form, headers: Form = {}): Promise<RawAnswer> {
    return this.browser.post(this.step('consent'), form, headers);
  }

  /** Clicks Allow; if the consent is remembered, there is nothing to click. */
  async allow(): Promise<Redirect> {
    const page = await this.show();
    if (page.status === 302) return redirectOf(page);
    return redirectOf(await this.decide({ ...consentFormOf(page), decision: 'allow' }));
  }

  async deny(): Promise<Redirect> {
    return redirectOf(await this.decide({ decision: 'deny' }));
  }
}

/** @throws Error when the answer is no consent page */
export function consentFormOf({ status, text }: Pick<RawAnswer, 'status' | 'text'>): { account: string } {
  const account = /name="account" value="(\d+)"/.exec(text)?.[1];
  if (status !== 200 || account === undefined) throw new Error(`no consent page: ${status} ${text}`);
  return { account };
}

/** POST /token with a code, as a common library sends it; `form` overrides parameters. */
export function exchange(
  server: Peer,
  party: ThirdParty,
  code: string,
  form: Readonly<Record<string, string | undefined>> = {},
): Promise<RawAnswer & { body: Body & { scope?: string } }> {
  const all = { grant_type: 'authorization_code', code, redirect_uri: party.redirectUri, ...form };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const asked =
    party.secret === null
      ? { form: Object.fromEntries([...given, ['client_id', party.id]]) }
      : { form: Object.fromEntries(given), headers: basic(party) };
  return request(server, { path: '/token', ...asked });
}

/** The interface's own exchange (§4.2). */
export function exchangeByCall(
  server: Peer,
  { id, secret }: ThirdParty,
  code: string,
  form: Form = {},
): Promise<RawAnswer & { body: Body & { scope?: string } }> {
  return request(server, {
    path: '/api/log2/generateaccesstokenbyauthorizationcode',
    form: { code, tokentype: 'Bearer', ...form },
    headers: basic({ id, secret }),
  });
}
