import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import {
  authorizePath,
  CookieBrowser,
  redirectOf,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { clientRowId, count, outdate, rows } from '../../support/database-rows.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import type { RawAnswer } from '../../support/http.js';
import { deliver } from '../../support/invitations.js';
import { LogoutReceiver } from '../../support/logout-receiver.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, strict } = THIRD_PARTIES;
const ASKED = {
  response_type: 'id_token',
  response_mode: 'form_post',
  scope: 'openid profile email',
  nonce: 'once',
};

/** The default request of express-openid-connect and other libraries. */
describe('authorization with an id_token response (OpenID Connect Core §3.2, D225)', () => {
  let server: TestServer;
  let receiver: LogoutReceiver;
  let browser: CookieBrowser;
  let mia: Member;
  beforeAll(async () => {
    receiver = await LogoutReceiver.start();
    server = await startWithThirdParties({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.close();
    await receiver.close();
  });
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    browser = new CookieBrowser(server);
    mia = await newMember(server);
  });

  const fieldsOf = ({ text }: Pick<RawAnswer, 'text'>): Record<string, string> =>
    Object.fromEntries(
      [...text.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
  async function allowed(asked: Readonly<Record<string, string>> = ASKED): Promise<RawAnswer> {
    const tab = await browser.begin(shop, asked);
    await tab.signIn(mia);
    return tab.decide({ ...(await tab.consentForm()), decision: 'allow' });
  }

  it('identifies the user, to the client only, in a form, and gives no token of any kind', async () => {
    const page = await allowed();
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.text).toContain(`action="${shop.redirectUri}"`);
    const { id_token: idToken, ...rest } = fieldsOf(page);
    expect(rest).toEqual({ state: 'st', iss: server.url });
    const keys = createRemoteJWKSet(new URL('/jwks', server.url));
    const { payload } = await jwtVerify(idToken, keys, {
      audience: shop.id,
      issuer: server.url,
      currentDate: server.clock.now(),
    });
    expect(payload).toMatchObject({
      sub: mia.id,
      nonce: 'once',
      name: 'Mia',
      email: mia.email,
      email_verified: true,
      auth_time: server.clock.seconds,
      amr: ['pwd'],
      sid: expect.any(String),
    });
    for (const table of ['authorization_code', 'token_grant']) expect(await count(server, table)).toBe(0);
  });

  it('contains what the scope allows, and only about the user: a scope for calls gets no token here', async () => {
    const { id_token: idToken } = fieldsOf(await allowed({ ...ASKED, scope: 'openid account' }));
    expect(decodeJwt(idToken)).not.toHaveProperty('name');
    const sql = 'SELECT scopes FROM consent WHERE account_id = $1';
    expect(await rows(server, sql, [mia.id])).toEqual([{ scopes: ['openid'] }]);
  });

  it('comes without a page, once the user allowed it', async () => {
    await allowed();
    const again = await browser.get(authorizePath(shop, { ...ASKED, prompt: 'none' }));
    expect(decodeJwt(fieldsOf(again).id_token)).toMatchObject({ sub: mia.id, nonce: 'once' });
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['the query', { response_mode: 'query' }, 'invalid_request'],
    ['no response_mode', { response_mode: undefined }, 'invalid_request'],
  ])('is refused for %s, which browsers store', async (_what, change, error) => {
    const { parameters } = redirectOf(await browser.get(authorizePath(shop, { ...ASKED, ...change })));
    expect(parameters).toMatchObject({ error, error_description: expect.stringContaining('form_post') });
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['no nonce', { nonce: undefined }, 'invalid_request'],
    ['no scope', { scope: undefined }, 'invalid_scope'],
    ['a scope without openid', { scope: 'account' }, 'invalid_scope'],
    ['a code too', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['a code_challenge that is none', { code_challenge: 'a'.repeat(2000) }, 'invalid_request'],
    ['an access token too', { response_type: 'id_token token' }, 'unsupported_response_type'],
  ])('is refused with %s', async (_what, change, error) => {
    expect(fieldsOf(await browser.get(authorizePath(shop, { ...ASKED, ...change })))).toMatchObject({
      error,
    });
  });

  it('is not for strict clients', async () => {
    expect(fieldsOf(await browser.get(authorizePath(strict, ASKED)))).toMatchObject({
      error: 'unsupported_response_type',
    });
  });

  it('does not come for an account that was disabled during the decision', async () => {
    const tab = await browser.begin(shop, ASKED);
    await tab.signIn(mia);
    const form = await tab.consentForm();
    await server.get(AccountService).disable(mia.id);
    expect((await tab.decide({ ...form, decision: 'allow' })).text).not.toContain('id_token');
  });

  it('makes the client a part of the sign-in, so it learns of its end (D214)', async () => {
    const sql = 'UPDATE client SET backchannel_logout_uri = $1 WHERE client_id = $2';
    await rows(server, sql, [receiver.url, shop.id]);
    await outdate(server, `client:${await clientRowId(server, shop.id)}`);
    const { id_token: idToken } = fieldsOf(await allowed());
    const again = await browser.get(authorizePath(shop, { ...ASKED, prompt: 'none' }));
    const { sid } = decodeJwt(idToken);
    expect(decodeJwt(fieldsOf(again).id_token).sid).toBe(sid);
    await browser.post('/sign-out');
    await deliver(server);
    expect(receiver.tokens.map((token) => decodeJwt(token))).toEqual([
      expect.objectContaining({ sub: mia.id, sid }),
    ]);
  });
});
