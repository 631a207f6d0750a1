import { describe, expect, it } from '@jest/globals';
import { request } from '../../support/http.js';
import type { Form, RelyingParty, VerifiedIdToken } from '../../support/relying-party.js';
import { CODE_PLANS, SUITE, useSuite } from './stage.js';

const unsigned = (claims: object): string =>
  [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.') +
  '.';

const suite = useSuite();

describe.each(CODE_PLANS)('%s: what is asked', (_plan, mode) => {
  it.each<[string, Form]>([
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-display-popup', { display: 'popup' }],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
  ])('%s: requests', async (_module, more) => {
    const { pages } = await suite.party(mode).signIn(more);
    expect(pages[0]).toContain('name="password"');
  });

  it('oidcc-login-hint', async () => {
    const { pages } = await suite.party(mode).signIn({ login_hint: 'buffy@hearth.example' });
    expect(pages[0]).toMatch(/name="identifier"[^>]* value="buffy@hearth\.example"/);
  });

  it('oidcc-ui-locales', async () => {
    await suite.party(mode).signIn({ ui_locales: 'se' }); // a prompt that Hearth does not support
    const { pages } = await suite.party(mode).signIn({ ui_locales: 'se de' });
    expect(pages[0]).toContain('<html lang="de"');
  });

  it('oidcc-ensure-request-with-acr-values-succeeds', async () => {
    const { body } = await request(suite.server, { path: '/.well-known/openid-configuration' });
    const { acr_values_supported: values } = body as unknown as { acr_values_supported: string[] };
    const { idToken } = await suite.party(mode).signIn({ acr_values: values.join(' ') });
    expect(values).toContain(idToken.claims.acr);
  });

  it('oidcc-prompt-none-not-logged-in', async () => {
    expect(await suite.party(mode).refusedUnseen()).toBe('login_required');
  });

  describe('requests of a signed-in browser', () => {
    /** The second answer comes at once, from the same sign-in. */
    async function sameAgain(party: RelyingParty, before: VerifiedIdToken, more: Form): Promise<void> {
      suite.server.clock.advance({ seconds: 5 });
      const { pages, idToken } = await party.signIn(more);
      expect(pages).toEqual([]);
      const { sub, auth_time: at } = before.claims;
      expect(at).toEqual(expect.any(Number));
      expect(idToken.claims).toMatchObject({ sub, auth_time: at });
    }

    it('oidcc-prompt-none-logged-in', async () => {
      const party = suite.party(mode);
      await sameAgain(party, (await party.signIn()).idToken, { prompt: 'none' });
    });

    it('oidcc-max-age-10000', async () => {
      const party = suite.party(mode);
      const { idToken } = await party.signIn({ max_age: '15000' });
      await sameAgain(party, idToken, { max_age: '10000' });
    });

    it('oidcc-id-token-hint', async () => {
      const party = suite.party(mode);
      const { idToken } = await party.signIn();
      await sameAgain(party, idToken, { prompt: 'none', id_token_hint: idToken.text });
    });

    it.each([
      ['oidcc-prompt-login', 1, { prompt: 'login' }],
      ['oidcc-max-age-1', 2, { max_age: '1' }],
    ])('%s', async (_module, seconds, more) => {
      const party = suite.party(mode);
      const { idToken: first } = await party.signIn();
      suite.server.clock.advance({ seconds });
      const { isPasswordAsked, idToken: second } = await party.signIn(more);
      expect(isPasswordAsked).toBe(true);
      expect(second.claims.auth_time).toBe((first.claims.auth_time ?? 0) + seconds);
    });
  });

  it('oidcc-ensure-post-request-succeeds', async () => {
    const party = suite.party(mode);
    const posted = (asked: Record<string, string>) =>
      party.browser.post('/authorize', asked, { 'Sec-Fetch-Site': 'cross-site' });
    const callback = await party.authorize({}, posted);
    await party.redeem(party.codeOf(callback));
  });

  it('oidcc-ensure-registered-redirect-uri', async () => {
    // Not met by the profile interface: a redirect_uri may begin with a registered one (D56). Met by strict.
    const below = (which: typeof SUITE.first) => ({
      ...which,
      redirectUri: `${which.redirectUri}/qXf8LmZ2aT`,
    });
    const lenient = suite.party(mode, below(SUITE.first));
    expect(lenient.codeOf(await lenient.authorize())).toBeTruthy();
    const strict = suite.party(mode, below(SUITE.strict));
    await refusesRedirectUri(strict, strict.requestOf());
  });

  async function refusesRedirectUri(party: RelyingParty, asked: Record<string, string>): Promise<void> {
    const { status, headers, text } = await party.get(asked);
    expect([status, headers.location]).toEqual([400, undefined]);
    expect(headers['content-type']).toMatch(/^text\/html\b/);
    expect(text).not.toContain('action="https:');
  }

  it('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported', async () => {
    const party = suite.party(mode);
    const { state, nonce, ...asked } = party.requestOf();
    const request = unsigned({ ...asked, state, nonce });
    const { fields } = await party.authorize({ ...asked, state: undefined, nonce: undefined, request });
    expect(fields).toEqual({
      error: 'request_not_supported',
      error_description: 'request is not supported.',
      iss: suite.server.url,
    });
  });

  it('oidcc-ensure-request-object-with-redirect-uri', async () => {
    const party = suite.party(mode);
    const asked = party.requestOf();
    const redirect_uri = `${asked.redirect_uri}_invalid`;
    await refusesRedirectUri(party, { ...asked, redirect_uri, request: unsigned(asked) });
  });
});
