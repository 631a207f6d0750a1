import { describe, expect, it } from '@jest/globals';
import { bearer, type Answer } from '../../support/a01.js';
import { pkceOf, VERIFIER } from '../../support/authorization.js';
import { accountId } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { request, type RawAnswer, type RawRequest } from '../../support/http.js';
import { tokensIn, type Form, type RelyingParty, type Tokens } from '../../support/relying-party.js';
import { CODE_PLANS, SUITE, useSuite } from './stage.js';

/** Bits, by the frequency of each character (Shannon). */
function entropyOf(text: string): number {
  const counts = [...new Set(text)].map((char) => text.split(char).length - 1);
  return counts.reduce((sum, n) => sum - n * Math.log2(n / text.length), 0);
}

const EMAIL = ['email', 'email_verified'];
const PHONE = ['phone_number', 'phone_number_verified'];
/** What Hearth has of the fourteen claims of the scope; without language and country there are no `locale` and `zoneinfo`. */
const PROFILE = { name: 'Anna K.', preferred_username: ANNA.login };

const suite = useSuite();

describe.each(CODE_PLANS)('%s: responses', (_plan, mode) => {
  async function claimsOf(scope: string, more = {}): Promise<Record<string, unknown>> {
    const party = suite.party(mode);
    const { tokens, idToken } = await party.signIn({ scope, ...more });
    const answer = await party.userInfo(tokens.access_token);
    return checked(answer, idToken.claims.sub);
  }
  function checked({ status, headers, body }: RawAnswer, sub: unknown): Record<string, unknown> {
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^application\/json\b/)]);
    const claims = body as unknown as Record<string, unknown>;
    expect(claims.sub).toBe(sub);
    return claims;
  }
  const scopesSupported = async (): Promise<unknown> => {
    const { body } = await request(suite.server, { path: '/.well-known/openid-configuration' });
    return (body as unknown as { scopes_supported: unknown }).scopes_supported;
  };

  it('oidcc-server', async () => {
    const party = suite.party(mode);
    const callback = await party.authorize();
    const code = party.codeOf(callback);
    expect(entropyOf(code)).toBeGreaterThan(96);
    const tokens = await party.redeem(code);
    const { header, claims } = await party.verify(tokens.id_token, callback.asked.nonce);
    expect([header.alg, typeof header.kid]).toEqual(['RS256', 'string']);
    expect(claims.sub).toBe(await accountId(suite.server, ANNA.email));
    checked(await party.userInfo(tokens.access_token), claims.sub);
  });

  it('oidcc-server-client-secret-post', async () => {
    const { id, secret } = SUITE.first;
    await suite.party(mode).signIn({}, { client_id: id, client_secret: secret });
  });

  it('oidcc-response-type-missing', async () => {
    const party = suite.party(mode);
    expect(party.errorOf(await party.authorize({ response_type: undefined }))).toBe('invalid_request');
  });

  it.each([
    ['oidcc-userinfo-get', (token: string) => userInfo('GET', { headers: bearer(token) })],
    ['oidcc-userinfo-post-header', (token: string) => userInfo('POST', { headers: bearer(token) })],
    ['oidcc-userinfo-post-body', (token: string) => userInfo('POST', { form: { access_token: token } })],
  ])('%s', async (_module, ask) => {
    const { tokens, idToken } = await suite.party(mode).signIn();
    checked(await ask(tokens.access_token), idToken.claims.sub);
  });
  const userInfo = (method: string, sent: Pick<RawRequest, 'headers' | 'form'>): Promise<RawAnswer> =>
    request(suite.server, { path: '/userinfo', method, ...sent });

  it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    const { idToken } = await suite.party(mode).signIn({ nonce: undefined });
    expect(idToken.claims).not.toHaveProperty('nonce');
  });

  it('oidcc-scope-email', async () => {
    expect(await claimsOf('openid email')).toMatchObject({ email: ANNA.email, email_verified: true });
  });

  it('oidcc-scope-profile', async () => {
    const { updated_at: at, ...others } = await claimsOf('openid profile');
    expect([Number.isInteger(at), others]).toEqual([true, { ...(await claimsOf('openid')), ...PROFILE }]);
  });

  it('oidcc-scope-phone', async () => {
    expect(await claimsOf('openid phone')).toMatchObject({
      phone_number: ANNA.msisdn,
      phone_number_verified: false,
    });
  });

  it.each([
    ['oidcc-scope-address', 'address', ['sub']],
    [
      'oidcc-scope-all',
      'email phone address profile',
      ['sub', ...EMAIL, ...PHONE, ...Object.keys(PROFILE), 'updated_at'],
    ],
  ])('%s', async (_module, scope, claims) => {
    // The suite skips them, as scopes_supported has no address; requested anyway, it is ignored.
    expect(await scopesSupported()).toEqual([
      ...['account', 'openid', 'profile', 'email', 'phone', 'family', 'family.manage', 'offline_access'],
    ]);
    expect(Object.keys(await claimsOf(`openid ${scope}`))).toEqual(claims);
  });

  it('oidcc-alternate-happy-flow', async () => {
    const party = suite.party(mode);
    const reversed = (asked: Record<string, string>): Promise<RawAnswer> =>
      party.get(Object.fromEntries(Object.entries(asked).sort(([a], [b]) => (a < b ? 1 : -1))));
    const callback = await party.authorize({ scope: 'email openid' }, reversed);
    const tokens = await party.redeem(party.codeOf(callback));
    const { claims } = await party.verify(tokens.id_token, callback.asked.nonce);
    const told = checked(await party.userInfo(tokens.access_token), claims.sub);
    expect(told).toMatchObject({ email: ANNA.email, email_verified: true });
  });

  it('oidcc-claims-essential', async () => {
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
    expect(await claimsOf('openid', { claims })).toEqual({ ...(await claimsOf('openid')), name: 'Anna K.' });
  });

  describe('code that is used twice', () => {
    async function usedTwice(seconds: number): Promise<{ party: RelyingParty; tokens: Tokens }> {
      const party = suite.party(mode);
      const code = party.codeOf(await party.authorize());
      const tokens = await party.redeem(code);
      suite.server.clock.advance({ seconds });
      const { redirectUri } = party.client;
      refused(await party.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }));
      return { party, tokens };
    }

    it('oidcc-codereuse', async () => {
      await usedTwice(0);
    });

    it('oidcc-codereuse-30seconds', async () => {
      const { party, tokens } = await usedTwice(30);
      expect((await party.userInfo(tokens.access_token)).status).toBe(401);
    });
  });

  function refused({ status, headers, body }: Answer): void {
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect(headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(body.error_description).toMatch(/^[ !#-[\]-~]+$/); // RFC 6749 §5.2
  }

  it('oidcc-refresh-token', async () => {
    const metadata = await request(suite.server, { path: '/.well-known/openid-configuration' });
    expect(metadata.body).toMatchObject({
      grant_types_supported: expect.arrayContaining(['refresh_token']),
    });
    const refresh = (party: RelyingParty, more: Form): Promise<Answer> =>
      party.token({ grant_type: 'refresh_token', ...more });
    const [one, two] = [suite.party(mode), suite.party(mode, SUITE.second)];
    for (const [party, scope] of [
      [one, { scope: 'openid' }],
      [two, {}],
    ] as const) {
      const { tokens, idToken } = await party.signIn();
      expect(tokens.refresh_token).toMatch(/^[ -~]{16,}$/);
      suite.server.clock.advance({ seconds: 1 });
      const next = tokensIn(await refresh(party, { refresh_token: tokens.refresh_token, ...scope }));
      expect(next.access_token).not.toBe(tokens.access_token);
      expect(entropyOf(next.access_token)).toBeGreaterThan(96);
      const { claims } = await party.verify(next.id_token, undefined);
      const { iat = 0, exp = 0 } = idToken.claims;
      expect(claims).toEqual({ ...idToken.claims, nonce: undefined, iat: iat + 1, exp: exp + 1 });
      expect((await party.userInfo(next.access_token)).status).toBe(200);
      if (party === two) refused(await refresh(one, { refresh_token: next.refresh_token }));
    }
  });

  it('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
    await suite.party(mode).signIn(pkceOf(), { code_verifier: VERIFIER });
  });
});
