import { describe, expect, it } from '@jest/globals';
import { AUTHORIZE_PARAMETERS, maxLengthOf } from '../../../src/oauth/authorize/authorize-parameters.js';
import { useThirdParties } from '../../support/authorization-stage.js';
import {
  authorizePath,
  CookieBrowser,
  pkceOf,
  redirectOf,
  Tab,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { request } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';

const { shop } = THIRD_PARTIES;
const BOUNDS: readonly [name: string, most: number][] = [
  ['nonce', 255],
  ['login_hint', 255],
  ['ui_locales', 255],
  ['state', 2048],
  ['scope', 2048],
  ['code_challenge', 2048],
];
const LONGEST = 'a'.repeat(2048);

describe("a stranger's input into one context is limited (D170)", () => {
  let server: TestServer;
  useThirdParties((stage) => {
    ({ server } = stage);
  });
  const errorOf = async (path: string) => {
    const { parameters } = redirectOf(await request(server, { path }));
    return [parameters.error, parameters.error_description];
  };

  const challengeAt = async (browser: CookieBrowser, path: string): Promise<string> =>
    (await browser.get(path)).headers.location ?? '';

  it.each(BOUNDS)('%s: more than %i characters are invalid_request', async (name, most) => {
    const path = authorizePath(shop, { [name]: 'x'.repeat(most + 1) });
    expect(await errorOf(path)).toEqual(['invalid_request', `${name} may have at most ${most} characters.`]);
  });

  it.each(BOUNDS.filter(([, most]) => most === 255))(
    '%s: accepts %i characters, of any kind',
    async (name, most) => {
      const value = '𝒳'.repeat(most);
      const { status } = await request(server, { path: authorizePath(shop, { [name]: value }) });
      expect(status).toBe(302);
      const [row] = await rows<Record<string, string>>(
        server,
        `SELECT ${name} FROM authorization_context ORDER BY expires_at DESC LIMIT 1`,
      );
      expect(row[name]).toBe(value);
    },
  );

  const ID_TOKEN = { response_type: 'id_token', response_mode: 'form_post', scope: 'openid', nonce: 'n' };
  const FORMS = { code: {}, id_token: ID_TOKEN };
  it.each(
    Object.keys(AUTHORIZE_PARAMETERS).flatMap((name) =>
      Object.entries(FORMS).map(([type, form]) => [name, type, form] as const),
    ),
  )('%s of maximum length, beside response_type=%s, is accepted or refused', async (name, _type, form) => {
    const path = authorizePath(shop, { ...form, [name]: 'a'.repeat(maxLengthOf(name)) });
    expect((await request(server, { path })).status).toBeLessThan(500);
  });

  it('state: 12,288 characters as sent, which return unchanged; more are invalid_request, without it', async () => {
    const longest = '%C3%A9'.repeat(2048);
    const path = (state: string): string => `${authorizePath(shop, { state: undefined })}&state=${state}`;
    const browser = new CookieBrowser(server);
    const { location } = await new Tab(browser, await challengeAt(browser, path(longest))).deny();
    expect(location.endsWith(`&state=${longest}`)).toBe(true);
    const answer = redirectOf(
      await request(server, { path: path(`${'%C3%A9'.repeat(2046)}${'%E2%82%AC'.repeat(2)}`) }),
    );
    expect(answer.parameters).toEqual({
      error: 'invalid_request',
      error_description: 'state may have at most 12288 characters as it is sent, percent-encoded.',
      iss: server.url,
    });
  });

  it('redirect_uri: more than 2,048 characters are no address to return to', async () => {
    const uri = (length: number): string => `${shop.redirectUri}?x=${LONGEST}`.slice(0, length);
    expect((await request(server, { path: authorizePath(shop, { redirect_uri: uri(2048) }) })).status).toBe(
      302,
    );
    expect((await request(server, { path: authorizePath(shop, { redirect_uri: uri(2049) }) })).status).toBe(
      400,
    );
  });

  it('prompt and scope are stored without repetitions', async () => {
    const more = { prompt: 'login  login consent '.repeat(90), scope: 'openid email '.repeat(90) };
    const browser = new CookieBrowser(server);
    await browser.begin(shop, more);
    const [row] = await rows(
      server,
      'SELECT prompt, scope FROM authorization_context ORDER BY expires_at DESC LIMIT 1',
    );
    expect(row).toEqual({ prompt: 'login consent', scope: 'openid email' });
  });

  it('a context of maximum size costs less than 16 KiB', async () => {
    await rows(server, 'TRUNCATE authorization_context');
    const random = (length: number): string =>
      Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join(
        '',
      );
    const ascii = (length: number): string =>
      Array.from({ length }, () => Math.floor(Math.random() * 36).toString(36)).join('');
    for (let i = 0; i < 100; i++) {
      const path = authorizePath(shop, {
        redirect_uri: `${shop.redirectUri}?x=${ascii(2015)}`,
        state: ascii(2048),
        nonce: random(255),
        login_hint: random(255),
        ui_locales: random(255),
        scope: 'openid account profile email',
        prompt: 'login consent select_account',
        ...pkceOf(),
      });
      expect((await request(server, { path })).status).toBe(302);
    }
    const [{ size }] = await rows<{ size: string }>(
      server,
      `SELECT pg_total_relation_size('authorization_context') AS size`,
    );
    expect(Number(size) / 100).toBeLessThan(16 * 1024);
  });
});
