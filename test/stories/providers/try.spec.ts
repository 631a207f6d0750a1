import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { newAdmin, type Admin } from '../../support/admin-api.js';
import { CookieBrowser } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { configure, leave, pathOf, recordedAs, redirectUri } from '../../support/elsewhere.js';
import type { RawAnswer } from '../../support/http.js';
import { headingOf } from '../../support/invitations.js';
import { CLIENT, RealProvider } from '../../support/real-provider.js';
import { ScriptedServer } from '../../support/scripted-server.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const SIGNED_IN_AT = 1_700_000_000;

describe('administrator tries a provider (D297)', () => {
  let server: TestServer;
  let real: RealProvider;
  let scripted: ScriptedServer;
  let keys: { privateKey: CryptoKey; jwk: JWK };
  let [metadata, claims]: Record<string, unknown>[] = [{}, {}];
  let tokenStatus = 200;
  let admin: Admin;
  let browser: CookieBrowser;

  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    keys = { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' } };
    scripted = await ScriptedServer.start(({ path }) => {
      if (path.startsWith('/.well-known')) return { body: metadata };
      if (path === '/jwks') return { body: { keys: [keys.jwk] } };
      return { status: tokenStatus, body: token };
    });
    server = await startApp({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
    real = await RealProvider.start([redirectUri(server)]);
    await configure(server, real.issuer);
    await configure(server, scripted.url, { id: 'school', name: 'School' });
    admin = await newAdmin(server);
  });
  afterAll(async () => {
    await server.close();
    await real.close();
    await scripted.close();
  });
  beforeEach(async () => {
    tokenStatus = 200;
    metadata = {
      issuer: scripted.url,
      authorization_endpoint: `${scripted.url}/authorize`,
      token_endpoint: `${scripted.url}/token`,
      jwks_uri: `${scripted.url}/jwks`,
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['ES256'],
    };
    browser = await signedIn();
  });

  let token: object = {};

  async function signedIn({ email, password } = admin): Promise<CookieBrowser> {
    const one = new CookieBrowser(server);
    await one.post('/admin/sign-in', { identifier: email, password, next: '' });
    return one;
  }
  const press = (id: string, by = browser): Promise<RawAnswer> => by.post(`/admin/providers/${id}/try`);
  /** The address that the page links to. */
  const wayIn = ({ text }: RawAnswer): string | null =>
    /<a href="([^"]*)" role="button">Sign in at /.exec(text)?.[1].replaceAll('&amp;', '&') ?? null;
  /** The failed checks: their names and messages. */
  const failings = ({ text }: RawAnswer): Record<string, string> =>
    Object.fromEntries(
      [...text.matchAll(/<tr[^>]*>.*?<\/tr>/gs)].flatMap(([row]) => {
        const cells = [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell]) =>
          cell.replace(/<[^>]*>/g, '').trim(),
        );
        return cells.length === 3 && ['Warning', 'Failed'].includes(cells[1]) ? [[cells[0], cells[2]]] : [];
      }),
    );
  const onward = (answer: RawAnswer): string =>
    /^0; url=(\/admin\/providers\/[a-z]+\/try\/[\w-]{43})$/.exec(String(answer.headers.refresh))?.[1] ?? '';

  /** There and back, as the scripted provider answers. */
  async function roundTrip(changed: object = {}, answer: Record<string, string> = { code: 'c' }) {
    const to = new URL(wayIn(await press('school')) ?? '');
    const now = Math.floor(Date.now() / 1000);
    const nonce = to.searchParams.get('nonce');
    claims = { iss: scripted.url, aud: CLIENT.id, sub: 'mia-7', nonce, iat: now, exp: now + 60, ...changed };
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .sign(keys.privateKey);
    token = { access_token: 'a', token_type: 'Bearer', id_token: idToken };
    const state = to.searchParams.get('state') ?? '';
    const back = await browser.get(
      `/sign-in/provider/school/callback?${new URLSearchParams({ ...answer, state }).toString()}`,
    );
    return { back, shown: await browser.get(onward(back)) };
  }

  it('goes there and back at a real provider: shows the response, signs nobody in, connects nothing', async () => {
    const before = await rows(server, `SELECT id FROM account_identifier WHERE issuer <> ''`, []);
    const page = await press('portal');
    expect([page.status, headingOf(page)]).toEqual([200, 'Try Portal']);
    expect(failings(page)).toEqual({});
    const to = wayIn(page) ?? '';
    expect(Object.fromEntries(new URL(to).searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      redirect_uri: redirectUri(server),
      scope: 'openid profile',
    });
    const path = pathOf(await real.signIn(to, 'anna'));
    const back = await browser.get(path);
    expect([back.status, headingOf(back)]).toEqual([200, 'Back from Portal']);
    const shown = await browser.get(onward(back));
    expect(shown.status).toBe(200);
    for (const said of [real.issuer, 'anna', 'RS256', 'given_name', 'Nobody was signed in'])
      expect(shown.text).toContain(said);
    expect((await browser.get(onward(back))).status).toBe(200); // a GET may repeat
    expect((await browser.get('/account')).status).toBe(303);
    expect(await rows(server, `SELECT id FROM account_identifier WHERE issuer <> ''`, [])).toEqual(before);
    expect((await recordedAs(server, 'provider.tried')).at(-1)).toMatchObject({ account: admin.id });
    expect(await recordedAs(server, 'provider.refused')).toEqual([]);
    const again = await browser.get(path); // the way back is used up
    expect([again.status, headingOf(again)]).toEqual([410, 'Please start again']);
  });

  it('shows acr, amr and auth_time if present, and says if they are missing', async () => {
    const { shown } = await roundTrip({
      acr: 'urn:school:two',
      amr: ['pwd', 'otp'],
      auth_time: SIGNED_IN_AT,
    });
    for (const said of ['urn:school:two', 'pwd, otp', '2023-11-14', 'ES256', 'mia-7'])
      expect(shown.text).toContain(said);
    const silent = await roundTrip({ auth_time: 8e300, acr: '<b>' });
    expect(silent.shown.text).toContain('Not told');
    expect(silent.shown.text).toContain('&lt;b>');
  });

  it.each<[string, object, Record<string, string>, string]>([
    ['another audience', { aud: 'another' }, { code: 'c' }, 'audience'],
    ['another nonce', { nonce: 'another' }, { code: 'c' }, 'nonce'],
    ['a sub that can’t be kept', { sub: 'x'.repeat(300) }, { code: 'c' }, 'A sub that can’t be kept'],
    [
      'an error',
      {},
      { error: 'invalid_scope', error_description: 'no <i>profile</i>' },
      'It answered the error invalid_scope: no &lt;i>profile&lt;/i>.',
    ],
  ])('says what is wrong with a response that has %s', async (_what, changed, answer, told) => {
    const { back, shown } = await roundTrip(changed, answer);
    expect([back.status, shown.status]).toEqual([200, 200]);
    expect(shown.text).toContain('School would sign nobody in.');
    expect(shown.text).toContain(told);
    expect((await recordedAs(server, 'provider.tried')).at(-1)?.details.reason).not.toContain('profile');
  });

  it('says that the provider refuses this client or secret', async () => {
    tokenStatus = 401;
    const { shown } = await roundTrip();
    expect(shown.text).toContain(
      'It answered 401 instead of 2xx. Check the client id and the client secret.',
    );
  });

  it.each<[string, object, string, string]>([
    ['another issuer', { issuer: 'https://a.example' }, 'Issuer', 'Its metadata name https://a.example'],
    ['no issuer', { issuer: undefined }, 'Issuer', 'Its metadata name nothing'],
    [
      'a script for an address',
      { authorization_endpoint: 'javascript:alert(1)' },
      'Endpoints',
      'authorization_endpoint',
    ],
  ])('redirects nowhere if its metadata have %s', async (_what, changed, name, told) => {
    metadata = { ...metadata, ...changed };
    const page = await press('school');
    expect(wayIn(page)).toBeNull();
    expect(page.text).toContain('People can’t sign in there');
    expect(failings(page)[name]).toContain(told);
  });

  it('says that a provider is unreachable, or answers something else', async () => {
    const gone = await ScriptedServer.start(() => ({}));
    await configure(server, gone.url, { id: 'gone', name: 'Gone' });
    await gone.close();
    const page = await press('gone');
    expect(failings(page).Metadata).toMatch(/openid-configuration: the connection failed \(ECONNREFUSED\)/);
    expect(wayIn(page)).toBeNull();
    for (const [id, reply, told] of [
      ['lost', { status: 404 }, 'it answered 404 instead of 200'],
      ['shop', { body: '<html>' }, 'its answer is not JSON'],
      ['list', { body: '7' }, ''],
    ] as const) {
      const odd = await ScriptedServer.start(() => reply);
      await configure(server, odd.url, { id, name: id });
      const answer = await press(id);
      expect([answer.status, wayIn(answer)]).toEqual([200, null]);
      expect(failings(answer).Metadata ?? '').toContain(told);
      await odd.close();
    }
  });

  it('works before the provider is offered, and people still can’t use it', async () => {
    await rows(server, `UPDATE identity_provider SET is_enabled = false WHERE id = 'school' RETURNING 1`, []);
    expect((await roundTrip()).shown.text).toContain('mia-7');
    await expect(leave(new CookieBrowser(server), '/sign-in/provider/school')).resolves.toBe(
      '/sign-in?next=%2Faccount',
    );
    await rows(server, `UPDATE identity_provider SET is_enabled = true WHERE id = 'school' RETURNING 1`, []);
  });

  it('requires an administrator, each in the browser that started', async () => {
    const { back } = await roundTrip();
    const another = await signedIn(await newAdmin(server));
    const support = await signedIn(await newAdmin(server, 'support'));
    const path = onward(back);
    expect((await another.get(path)).status).toBe(404);
    for (const [name, value] of browser.cookies)
      if (name.startsWith('hearth_browser_')) another.cookies.set(name, value);
    expect((await another.get(path)).status).toBe(404); // the browser, with another administrator
    expect((await browser.get(path.replace('school', 'portal'))).status).toBe(404);
    expect((await support.get(path)).status).toBe(403);
    expect((await press('school', support)).status).toBe(403);
    expect((await press('school', new CookieBrowser(server))).text).not.toContain('Try School');
    expect((await press('nobody')).status).toBe(404);
    server.clock.advance({ minutes: 11 });
    expect((await browser.get(path)).status).toBe(404);
  });
});
