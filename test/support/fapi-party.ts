import { challengeOf, CookieBrowser, pkceOf, Tab, VERIFIER, type Redirect } from './authorization.js';
import type { Body } from './a01.js';
import { DpopKey } from './dpop-key.js';
import { ANNA } from './fixtures.js';
import { request, type RawAnswer } from './http.js';
import type { KeyClient } from './key-client.js';
import type { TestServer } from './start-app.js';

type Form = Readonly<Record<string, string | undefined>>;

export const FAPI_REDIRECT = 'https://bank.example/callback';

/** A client of the profile fapi2, with the browser of its user. */
export class FapiParty {
  readonly browser: CookieBrowser;

  private constructor(
    readonly server: TestServer,
    readonly client: KeyClient,
    readonly key: DpopKey,
  ) {
    this.browser = new CookieBrowser(server);
  }

  static async of(server: TestServer, client: KeyClient, alg = 'ES256'): Promise<FapiParty> {
    return new FapiParty(server, client, await DpopKey.generate(alg));
  }

  /** This client with another key for its proofs. */
  withKey(key: DpopKey): FapiParty {
    return new FapiParty(this.server, this.client, key);
  }

  proof(path: string, claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { url, clock } = this.server;
    return this.key.proof({ url: `${url}${path}`, at: clock.seconds, claims });
  }

  /** POST /par; an undefined parameter is left out. */
  push(more: Form = {}, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
    const all = { response_type: 'code', redirect_uri: FAPI_REDIRECT, scope: 'openid account', ...pkceOf() };
    return this.client.post(this.server, '/par', given({ ...all, ...more }), headers);
  }

  /** @throws Error where the request is refused */
  async pushed(more: Form = {}, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const { status, text, body } = await this.push(more, headers);
    if (status !== 201) throw new Error(`not pushed: ${status} ${text}`);
    return (body as unknown as { request_uri: string }).request_uri;
  }

  /** Opens the pushed request, signs in and allows it. */
  async allow(more: Form = {}, headers: Readonly<Record<string, string>> = {}): Promise<Redirect> {
    await this.browser.signIn(ANNA);
    return (await this.open(await this.pushed(more, headers))).allow();
  }

  async open(uri: string): Promise<Tab> {
    const query = new URLSearchParams({ client_id: this.client.id, request_uri: uri }).toString();
    const { status, headers, text } = await this.browser.get(`/authorize?${query}`);
    const path = challengeOf(headers.location);
    if (path === null) throw new Error(`no challenge: ${status} ${headers.location} ${text}`);
    return new Tab(this.browser, path);
  }

  /** POST /token; with a proof unless it is null. */
  async ask(form: Form, proof?: string | null): Promise<RawAnswer> {
    const DPoP = proof === undefined ? await this.proof('/token') : proof;
    return this.client.post(this.server, '/token', given(form), DPoP === null ? {} : { DPoP });
  }

  exchange(code: string, more: Form = {}, proof?: string | null): Promise<RawAnswer> {
    const form = { grant_type: 'authorization_code', code, redirect_uri: FAPI_REDIRECT };
    return this.ask({ ...form, code_verifier: VERIFIER, ...more }, proof);
  }

  /** @throws Error without tokens */
  async tokens(more: Form = {}): Promise<Body & { id_token: string }> {
    const { status, text, body } = await this.exchange((await this.allow(more)).code);
    if (status !== 200) throw new Error(`no tokens: ${status} ${text}`);
    return body as Body & { id_token: string };
  }

  /** A call with an access token and a proof of its key. */
  async call(token: string, path = '/api/acc/getloggedaccount'): Promise<RawAnswer> {
    const { url, clock } = this.server;
    const DPoP = await this.key.proof({ url: `${url}${path}`, at: clock.seconds, method: 'GET', token });
    return request(this.server, { path, headers: { Authorization: `DPoP ${token}`, DPoP } });
  }
}

function given(form: Form): Readonly<Record<string, string>> {
  const sent = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(sent);
}
