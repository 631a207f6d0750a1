import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import {
  authorizePath,
  CookieBrowser,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { request } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';

const ANY = '*';
const { shop, garden } = THIRD_PARTIES;

const matching = (text: string): unknown => expect.stringContaining(text);

describe('branding (D233) in a client’s flow, and the right to publish it', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startWithThirdParties();
    api = await AdminApi.signIn(server, await newAdmin(server));
    for (const [whose, name] of [
      ['', 'Smith Cloud'],
      [`?client=${shop.id}`, 'Smith Shop'],
    ]) {
      await api.send('PATCH', `/branding${whose}`, { body: { name }, ifMatch: ANY });
      expect(await api.send('POST', `/branding/publish${whose}`, { ifMatch: ANY })).toMatchObject({
        status: 200,
      });
    }
  });
  afterAll(() => server.close());

  const titleOf = (text: string) => /<title>[^<·]* · ([^<]*)<\/title>/.exec(text)?.[1];
  const OF_SHOP = 'Smith Shop · Smith Cloud';
  const atSignIn = async (client: typeof shop | typeof garden) => {
    const browser = new CookieBrowser(server);
    const { headers } = await browser.get(authorizePath(client));
    const challenge = new URL(headers.location ?? '', server.url).searchParams.get('session_id') ?? '';
    return { browser, challenge };
  };

  it('a forgotten password has the look of the client of that sign-in, in that browser only', async () => {
    const { browser, challenge } = await atSignIn(shop);
    const ask = `/forgot-password?challenge=${challenge}`;
    expect(titleOf((await browser.get(ask)).text)).toBe(OF_SHOP);
    expect(titleOf((await browser.post('/forgot-password', { challenge, identifier: '' })).text)).toBe(
      OF_SHOP,
    );
    const sent = { challenge, identifier: 'nobody@nowhere.example' };
    expect(titleOf((await browser.post('/forgot-password', sent)).text)).toBe(OF_SHOP);
    const link = `/reset/none?challenge=${challenge}`;
    expect(titleOf((await browser.get(link)).text)).toBe(OF_SHOP);
    for (const path of [ask, link])
      expect(titleOf((await new CookieBrowser(server).get(path)).text)).toBe('Smith Cloud');
    expect(titleOf((await browser.get('/forgot-password')).text)).toBe('Smith Cloud');
  });

  it('a client without a branding has the server’s', async () => {
    const { browser, challenge } = await atSignIn(garden);
    expect(titleOf((await browser.get(`/forgot-password?challenge=${challenge}`)).text)).toBe('Smith Cloud');
  });

  it('signing out for a client has its look, once its address is known to be its own', async () => {
    const browser = new CookieBrowser(server);
    const at = (target: string) =>
      `/logout?${new URLSearchParams({ client_id: shop.id, post_logout_redirect_uri: target }).toString()}`;
    expect(titleOf((await browser.get(at(shop.redirectUri))).text)).toBe(OF_SHOP);
    expect(titleOf((await browser.get(at('https://elsewhere.example/'))).text)).toBe('Smith Cloud');
    expect(titleOf((await browser.get('/logout')).text)).toBe('Smith Cloud');
  });

  it('an answer in a self-submitting form has the look of its client', async () => {
    const browser = new CookieBrowser(server);
    const path = authorizePath(shop, { response_mode: 'form_post', prompt: 'none' });
    const { status, text } = await browser.get(path);
    expect([status, titleOf(text)]).toEqual([200, OF_SHOP]);
  });

  it('published looks change only with a recently confirmed password, by the API and in the console', async () => {
    const admin = await newAdmin(server);
    const late = await AdminApi.signIn(server, admin);
    const inConsole = await late.consoleCookie();
    await late.send('PATCH', '/branding', { body: { name: 'Jones Cloud' }, ifMatch: ANY });
    server.clock.advance({ minutes: 6 });
    const kind = { status: 403, body: { type: 'urn:hearth:problem:confirmation-required' } };
    for (const [method, path] of [
      ['POST', '/branding/publish'],
      ['DELETE', '/branding'],
    ] as const)
      expect(await late.send(method, path, { ifMatch: ANY })).toMatchObject(kind);
    const send = (step: string, more: Record<string, string> = {}) =>
      request(server, {
        path: `/admin/branding/${step}`,
        form: { client: '', etag: ANY, ...more },
        headers: { Cookie: inConsole },
      });
    for (const step of ['publish', 'remove'])
      for (const [password, said] of [
        ['', 'Enter your password to confirm this.'],
        ['wrong', 'The password is wrong.'],
      ])
        expect(await send(step, { password })).toMatchObject({ status: 422, text: matching(said) });
    const live = async () => (await late.send('GET', '/branding')).body.live;
    expect(await live()).toMatchObject({ name: 'Smith Cloud' });
    expect((await send('publish', { password: admin.password })).status).toBe(303);
    expect(await live()).toMatchObject({ name: 'Jones Cloud' });
    expect((await send('remove')).status).toBe(303);
    expect(await live()).toBeNull();
  });
});
