import { describe, expect, it } from '@jest/globals';
import { basic, post, type Body } from '../../support/a01.js';
import { useThirdParties } from '../../support/authorization-stage.js';
import { authorizePath, CookieBrowser, exchange, pkceOf } from '../../support/authorization.js';
import { redirectOf, THIRD_PARTIES } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import type { RawAnswer } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, pocket } = THIRD_PARTIES;

describe('response_mode of an authorization request', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  useThirdParties(async (stage) => {
    ({ server, browser } = stage);
    await rows(server, 'DELETE FROM consent');
  });
  const refused = async (path: string): Promise<Record<string, string>> =>
    redirectOf(await browser.get(path)).parameters;
  const unseen = (more: Record<string, string>): string =>
    authorizePath(shop, { scope: 'openid', prompt: 'none', ...more });

  const fieldsOf = ({ text }: Pick<RawAnswer, 'text'>): Record<string, string> =>
    Object.fromEntries(
      [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
      ]),
    );
  const form = { response_mode: 'form_post' };
  const inFragment = { response_mode: 'fragment' };

  it('query is the default', async () => {
    expect(await refused(unseen({ response_mode: 'query' }))).toMatchObject({ error: 'login_required' });
  });

  it.each(['jwt', 'fragment.jwt', 'web_message'])('%s is refused, in the query', async (mode) => {
    expect(await refused(unseen({ response_mode: mode }))).toMatchObject({
      error: 'invalid_request',
      error_description: 'response_mode takes query, fragment, form_post.',
    });
  });

  it('fragment sends the code behind #, the state as it was sent, and the query as it was', async () => {
    const redirectUri = `${shop.redirectUri}?step=2`;
    const tab = await browser.begin(shop, { state: 'a b&c#', redirect_uri: redirectUri, ...inFragment });
    await tab.signIn(ANNA);
    const { location } = await tab.allow();
    const [target, fragment] = location.split('#');
    expect(target).toBe(redirectUri);
    expect(fragment).toMatch(/^code=[\w-]{43}&iss=[^&]+&state=a\+b%26c%23$/);
    const { code } = redirectOf({ status: 302, headers: { location }, text: '' });
    const redeemed = await exchange(server, shop, code, { redirect_uri: redirectUri });
    expect(redeemed.status).toBe(200);
  });

  it('fragment sends errors there too: of the request, of prompt=none and of the user', async () => {
    const answers = [
      [
        await browser.get(authorizePath(shop, { ...inFragment, response_type: 'token' })),
        'unsupported_response_type',
      ],
      [await new CookieBrowser(server).get(unseen(inFragment)), 'login_required'],
      [await (await browser.begin(shop, inFragment)).decide({ decision: 'deny' }), 'access_denied'],
    ] as const;
    for (const [answer, error] of answers) {
      const { target, location, parameters } = redirectOf(answer);
      expect([target, location.includes('?')]).toEqual([shop.redirectUri, false]);
      expect(parameters).toMatchObject({ error, state: 'st', iss: server.url });
    }
  });

  it('fragment carries no id_token, and a pushed request may ask for it', async () => {
    const asked = { ...inFragment, response_type: 'id_token', nonce: 'n', scope: 'openid' };
    expect(redirectOf(await browser.get(authorizePath(shop, asked))).parameters).toMatchObject({
      error: 'invalid_request',
      error_description: 'response_type=id_token needs response_mode=form_post.',
    });
    const query = authorizePath(shop, { ...inFragment, prompt: 'none' }).split('?')[1];
    const pushed = await post(server, '/par', Object.fromEntries(new URLSearchParams(query)), basic(shop));
    expect(pushed.status).toBe(201);
    const { request_uri } = pushed.body as Body & { request_uri: string };
    const path = `/authorize?${new URLSearchParams({ client_id: shop.id, request_uri }).toString()}`;
    const { location } = redirectOf(await new CookieBrowser(server).get(path));
    expect(location.startsWith(`${shop.redirectUri}#error=login_required&`)).toBe(true);
  });

  it('fragment is for an app with a scheme of its own as well', async () => {
    const { location } = redirectOf(
      await new CookieBrowser(server).get(
        authorizePath(pocket, { ...pkceOf(), ...inFragment, prompt: 'none' }),
      ),
    );
    expect(location.startsWith(`${pocket.redirectUri}#error=login_required&`)).toBe(true);
  });

  it('form_post sends the code in a form that a button submits too', async () => {
    const state = `a b&c="<é>'`;
    const tab = await browser.begin(shop, { scope: 'openid', state, ...form });
    await tab.signIn(ANNA);
    const page = await tab.decide({ ...(await tab.consentForm()), decision: 'allow' });
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.text).toContain(`<form method="post" action="${shop.redirectUri}"`);
    expect(page.text).toContain('<button type="submit">Continue</button>');
    expect(page.text).toMatch(/<script src="\/assets\/submit-form\.js\?v=\w+"><\/script>/);
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https://shop.example;");
    const { code, ...rest } = fieldsOf(page);
    expect(rest).toEqual({ state, iss: server.url });
    expect((await exchange(server, shop, code)).status).toBe(200);
    const again = await browser.get(unseen({ state, ...form }));
    expect(fieldsOf(again)).toEqual({ code: expect.any(String), state, iss: server.url });
  });

  it('form_post sends errors as well, with their descriptions', async () => {
    expect(fieldsOf(await browser.get(unseen(form)))).toEqual({
      error: 'login_required',
      state: 'st',
      iss: server.url,
    });
    const wrong = await browser.get(authorizePath(shop, { ...form, response_type: 'token' }));
    expect(fieldsOf(wrong)).toMatchObject({ error: 'unsupported_response_type' });
    const declined = await browser.begin(shop, form);
    expect(fieldsOf(await declined.decide({ decision: 'deny' }))).toMatchObject({ error: 'access_denied' });
  });

  it.each(['%FF', 'a%0D%0Ab'])('form_post refuses a state that a form would change: %s', async (state) => {
    const path = authorizePath(shop, { state: undefined, ...form });
    const fields = fieldsOf(await browser.get(`${path}&state=${state}`));
    expect(fields).toEqual({
      error: 'invalid_request',
      error_description: 'state must be UTF-8 without line breaks to come back in a form.',
      iss: server.url,
    });
  });

  it('form_post is refused for an app with a scheme of its own', async () => {
    expect(await refused(authorizePath(pocket, form))).toMatchObject({ error: 'invalid_request' });
  });
});
