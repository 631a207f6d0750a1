import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import { basic, bearer, post, type Answer, type Body } from './a01.js';
import { consentFormOf, CookieBrowser, redirectOf } from './authorization.js';
import { ANNA } from './fixtures.js';
import { request, type RawAnswer } from './http.js';
import type { TestServer } from './start-app.js';

export type ResponseMode = 'query' | 'fragment' | 'form_post';
export type Form = Readonly<Record<string, string | undefined>>;
export type Tokens = Body & { readonly id_token: string; readonly scope?: string };

export interface RegisteredClient {
  readonly id: string;
  readonly secret: string;
  readonly redirectUri: string;
}

/** A response to the client's redirect_uri, and its answer. */
interface Callback {
  readonly asked: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  /** The pages on the user's way, as HTML. */
  readonly pages: readonly string[];
  readonly isPasswordAsked: boolean;
}

/** An ID token whose signature and claims were verified. */
export interface VerifiedIdToken {
  readonly text: string;
  readonly header: { readonly alg: string; readonly kid?: string };
  readonly claims: JWTPayload & { readonly auth_time?: number; readonly [claim: string]: unknown };
}

/** Claims that an ID token may contain without a request. */
const USUAL_CLAIMS = 'iss sub aud exp iat auth_time nonce acr amr azp at_hash c_hash nbf jti sid'.split(' ');

/** A client and the browser of its user, with the steps and checks of the Foundation's conformance suite. */
export class RelyingParty {
  constructor(
    readonly server: TestServer,
    readonly client: RegisteredClient,
    private readonly mode: ResponseMode = 'query',
    readonly browser = new CookieBrowser(server),
  ) {}

  /** The parameters of an authorization request; an undefined one is left out. */
  requestOf(more: Form = {}): Record<string, string> {
    const all: Form = {
      response_type: 'code',
      client_id: this.client.id,
      redirect_uri: this.client.redirectUri,
      scope: 'openid',
      state: randomBytes(96).toString('base64url'),
      nonce: randomBytes(8).toString('hex'),
      response_mode: this.mode === 'query' ? undefined : this.mode,
      ...more,
    };
    return Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  }

  /** Sends the user to /authorize, who signs in and allows the request. */
  async authorize(more: Form = {}, send = (asked: Record<string, string>) => this.get(asked)) {
    const asked = this.requestOf(more);
    const { last, pages, isPasswordAsked } = await this.walk(await send(asked));
    return { asked, fields: this.fieldsOf(last), pages, isPasswordAsked } satisfies Callback;
  }

  get(asked: Record<string, string>): Promise<RawAnswer> {
    return this.browser.get(`/authorize?${new URLSearchParams(asked).toString()}`);
  }

  /** An authorization that must succeed, up to the answer of /userinfo. @returns also the tokens */
  async signIn(more: Form = {}, redeemed: Form = {}) {
    const callback = await this.authorize(more);
    const tokens = await this.redeem(this.codeOf(callback), redeemed);
    const idToken = await this.verify(tokens.id_token, callback.asked.nonce);
    expect((await this.userInfo(tokens.access_token)).status).toBe(200);
    return { ...callback, tokens, idToken };
  }

  /** Checks a successful answer. @returns its code */
  codeOf({ asked, fields }: Callback): string {
    const { code, ...rest } = fields;
    expect(rest).toEqual({ state: asked.state, iss: this.server.url });
    expect(code).toMatch(/^[!-~]{16,}$/);
    return code;
  }

  /** Checks an error answer. @returns its error */
  errorOf({ asked, fields }: Callback): string {
    const { error, error_description: description = 'none', ...rest } = fields;
    expect(rest).toEqual({ state: asked.state, iss: this.server.url });
    expect(description).toMatch(/^[ !#-[\]-~]+$/); // RFC 6749 §4.1.2.1
    return error;
  }

  /** POST /token; `form` overrides what is sent. */
  token(form: Form): Promise<Answer> {
    const given = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const headers = form.client_secret === undefined ? basic(this.client) : {};
    return post(this.server, '/token', Object.fromEntries(given), headers);
  }

  async redeem(code: string, more: Form = {}): Promise<Tokens> {
    const { redirectUri } = this.client;
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...more };
    return tokensIn(await this.token(form));
  }

  /** Checks everything that holds for every ID token. @param nonce undefined: none is allowed */
  async verify(text: string, nonce: string | undefined): Promise<VerifiedIdToken> {
    const keys = createRemoteJWKSet(new URL(`${this.server.url}/jwks`));
    const { payload, protectedHeader } = await jwtVerify(text, keys, {
      issuer: this.server.url,
      audience: this.client.id,
      currentDate: this.server.clock.now(),
      requiredClaims: ['sub', 'exp', 'iat'],
      maxTokenAge: '5 minutes',
    });
    expect(payload.nonce).toBe(nonce);
    expect(payload.sub).toMatch(/^[!-~]{1,255}$/);
    expect(Object.keys(payload).filter((claim) => !USUAL_CLAIMS.includes(claim))).toEqual([]);
    return { text, header: protectedHeader, claims: payload };
  }

  userInfo(accessToken: string): Promise<RawAnswer> {
    return request(this.server, { path: '/userinfo', headers: bearer(accessToken) });
  }

  /** Sends prompt=none. @returns the error, which is required */
  async refusedUnseen(more: Form = {}): Promise<string> {
    const callback = await this.authorize({ prompt: 'none', ...more });
    expect(callback.pages).toEqual([]);
    return this.errorOf(callback);
  }

  private async walk(first: RawAnswer) {
    const pages: string[] = [];
    let [last, at] = [first, ''];
    let isPasswordAsked = false;
    for (let step = 0; step < 9; step++) {
      const location = last.headers.location?.replace(this.server.url, '');
      if (location?.startsWith('/')) {
        at = location;
        last = await this.browser.get(at);
        continue;
      }
      if (location !== undefined || !at.startsWith('/challenge')) break;
      if (isFormPost(last)) break;
      pages.push(last.text);
      if (last.text.includes('name="password"')) {
        isPasswordAsked = true;
        const form = { identifier: ANNA.email, password: ANNA.password };
        last = await this.browser.post(at.replace('/challenge', '/challenge/sign-in'), form);
      } else {
        const form = { ...consentFormOf(last), decision: 'allow' };
        last = await this.browser.post(at.replace('/challenge', '/challenge/consent'), form);
      }
    }
    return { last, pages, isPasswordAsked };
  }

  /** The place of the answer, and no other. */
  private fieldsOf(answer: RawAnswer): Record<string, string> {
    const { redirectUri } = this.client;
    if (this.mode !== 'form_post') {
      const { target, parameters, location } = redirectOf(answer);
      expect([target, location.includes('#')]).toEqual([redirectUri, this.mode === 'fragment']);
      return parameters;
    }
    expect([answer.status, answer.headers.location]).toEqual([200, undefined]);
    expect(answer.text).toContain(`<form method="post" action="${redirectUri}"`);
    return hiddenFields(answer);
  }
}

function isFormPost({ text }: RawAnswer): boolean {
  return /<form method="post" action="https?:/.test(text);
}

/** The hidden fields of a page's form. */
export function hiddenFields({ text }: Pick<RawAnswer, 'text'>): Record<string, string> {
  const [page] = text.split('action="/language"');
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(
    fields.map(([, name, value]) => [
      name,
      value
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    ]),
  );
}

/** Checks the rules for every successful answer of /token (RFC 6749 §5.1). */
export function tokensIn({ status, headers, body }: Answer): Tokens {
  expect([status, body.error]).toEqual([200, undefined]);
  expect(headers.get('content-type')).toMatch(/^application\/json\b/);
  expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: expect.any(Number) });
  expect(body.access_token).toMatch(/^[ -~]{16,}$/);
  return body as Tokens;
}
