import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { bearer, loggedAccount } from '../../support/a01.js';
import { CookieBrowser } from '../../support/authorization.js';
import { accountId, clientRowId, count, outdate, rows } from '../../support/database-rows.js';
import {
  addTelevisions,
  decide,
  Device,
  DEVICE_CODE,
  TELEVISIONS,
  type Codes,
} from '../../support/devices.js';
import { ANNA, BEN, CLIENTS } from '../../support/fixtures.js';
import { from, request } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const { films, frame } = TELEVISIONS;

describe('device without a keyboard gets its tokens by a code (RFC 8628, D270)', () => {
  let server: TestServer;
  let television: Device;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startApp();
    await addTelevisions(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    television = new Device(server, films);
    browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
  });

  const wait = (seconds: number) => server.clock.advance({ seconds });
  const allowed = async (form = {}): Promise<Codes> => {
    const codes = await television.codes(form);
    await decide(browser, codes);
    return codes;
  };

  describe('POST /device_authorization', () => {
    it('answers both codes, where to type one, and how to poll with the other', async () => {
      const { status, headers, body } = await television.ask({ scope: 'account' });
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      const codes = body as unknown as Codes;
      expect(codes).toEqual({
        device_code: expect.stringMatching(/^[\w-]{43}$/) as unknown,
        user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/) as unknown,
        verification_uri: `${server.url}/device`,
        verification_uri_complete: `${server.url}/device?user_code=${codes.user_code}`,
        expires_in: 900,
        interval: 5,
      });
    });

    it('stores neither code in plain text', async () => {
      const { device_code, user_code } = await television.codes();
      const [{ all }] = await rows<{ all: string }>(
        server,
        `SELECT string_agg(d::text, ' ') AS all FROM device_authorization d`,
      );
      for (const code of [device_code, user_code, user_code.replace('-', '')]) {
        expect(all).not.toContain(code);
        expect(all).not.toContain(Buffer.from(code).toString('hex'));
      }
    });

    it.each([
      ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
      ['a scope that needs another', { scope: 'email' }, 'invalid_scope'],
    ])('%s', async (_what, form, error) => {
      const before = await count(server, 'device_authorization');
      const { status, body } = await television.ask(form);
      expect([status, body.error]).toEqual([400, error]);
      expect(await count(server, 'device_authorization')).toBe(before);
    });

    it.each([
      ['a client whose record does not allow it', CLIENTS.keeper, 400, 'unauthorized_client'],
      ['a wrong secret', { ...frame, secret: 'wrong' }, 401, 'invalid_client'],
      ['an unknown client', { id: 'nobody', secret: null }, 401, 'invalid_client'],
      ['a confidential client without its secret', { ...frame, secret: null }, 401, 'invalid_client'],
      ['a ruleset that does not allow it', CLIENTS.provisioning, 400, 'unauthorized_client'],
    ])('%s', async (_what, client, status, error) => {
      const answer = await new Device(server, client).ask();
      expect([answer.status, answer.body.error]).toEqual([status, error]);
    });

    it('refuses a stranger, and GET', async () => {
      const none = await request(server, { path: '/device_authorization', form: {} });
      expect([none.status, none.body.error]).toEqual([401, 'invalid_client']);
      const byGet = await request(server, { path: '/device_authorization' });
      expect([byGet.status, byGet.headers.allow]).toEqual([405, 'POST']);
    });

    it('is in the metadata', async () => {
      const answer = await fetch(`${server.url}/.well-known/oauth-authorization-server`);
      expect(await answer.json()).toMatchObject({
        device_authorization_endpoint: `${server.url}/device_authorization`,
        grant_types_supported: expect.arrayContaining([DEVICE_CODE]) as unknown,
      });
    });
  });

  describe('POST /token', () => {
    it('authorization_pending until the decision, then tokens that work', async () => {
      const codes = await television.codes();
      expect(await television.told(codes)).toBe('authorization_pending');
      wait(5);
      expect(await television.told(codes)).toBe('authorization_pending');
      expect((await decide(browser, codes)).text).toContain('Your device is connected');
      const { status, body } = await television.poll(codes);
      expect([status, body.token_type]).toEqual([200, 'Bearer']);
      expect((await loggedAccount(server, bearer(body.access_token))).status).toBe(200);
      const { refresh_token } = body;
      const form = { grant_type: 'refresh_token', refresh_token, client_id: films.id };
      const next = await request(server, { path: '/token', form });
      expect(next.status).toBe(200);
    });

    it('slow_down for an early poll: five seconds more between polls from then on', async () => {
      const codes = await television.codes();
      expect(await television.told(codes)).toBe('authorization_pending');
      wait(4);
      expect(await television.told(codes)).toBe('slow_down');
      wait(9);
      expect(await television.told(codes)).toBe('slow_down');
      wait(15);
      expect(await television.told(codes)).toBe('authorization_pending');
      wait(14);
      expect(await television.told(codes)).toBe('slow_down');
    });

    it('a poll that the network delivered less than half a second early is accepted', async () => {
      const codes = await television.codes();
      await television.told(codes);
      wait(4.6);
      expect(await television.told(codes)).toBe('authorization_pending');
    });

    it('a decision is delivered even to an early poll', async () => {
      const codes = await television.codes();
      await television.told(codes);
      await decide(browser, codes);
      expect((await television.poll(codes)).status).toBe(200);
    });

    it('access_denied once the user declined', async () => {
      const codes = await television.codes();
      expect((await decide(browser, codes, 'deny')).text).toContain('Nothing was connected');
      expect(await television.told(codes)).toBe('access_denied');
      expect(await television.told(codes)).toBe('access_denied');
    });

    it('expired_token after a quarter of an hour, allowed or not, and unknown an hour later', async () => {
      const [one, other] = [await television.codes(), await allowed()];
      wait(899);
      expect(await television.told(one)).toBe('authorization_pending');
      wait(1);
      expect(await television.told(one)).toBe('expired_token');
      expect(await television.told(other)).toBe('expired_token');
      server.clock.advance({ minutes: 61 });
      await server.get(CleanUp).run();
      expect(await television.told(one)).toBe('invalid_grant');
    });

    it('works once', async () => {
      const codes = await allowed();
      const { body } = await television.poll(codes);
      expect(await television.told(codes)).toBe('invalid_grant');
      expect((await loggedAccount(server, bearer(body.access_token))).status).toBe(200);
    });

    it('one of two at once succeeds', async () => {
      for (let round = 0; round < 5; round++) {
        const codes = await allowed();
        const answers = await Promise.all([1, 2, 3].map(() => television.poll(codes)));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
      }
    });

    it('works for its own client, and a poll of another uses nothing up', async () => {
      const codes = await allowed();
      expect(await new Device(server, frame).told(codes)).toBe('invalid_grant');
      expect((await television.poll(codes)).status).toBe(200);
    });

    it('refuses an unknown code', async () => {
      const { status, body } = await television.poll({ device_code: 'x' });
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
      expect(body.error_description).toContain('device_code');
    });

    it('refuses a client that was disabled meanwhile, or is no longer allowed', async () => {
      const picture = new Device(server, frame);
      const codes = await picture.codes();
      await decide(browser, codes);
      const set = async (to: string) => {
        await rows(server, `UPDATE client SET ${to} WHERE client_id = $1 RETURNING 1`, [frame.id]);
        await outdate(server, `client:${await clientRowId(server, frame.id)}`);
      };
      await set('allows_device_authorization = false');
      expect(await picture.told(codes)).toBe('unauthorized_client');
      await set('is_disabled = true');
      expect((await picture.poll(codes)).body.error).toBe('invalid_client');
      await set('is_disabled = false, allows_device_authorization = true');
      expect((await picture.poll(codes)).status).toBe(200);
    });

    it('refuses an account that was disabled meanwhile', async () => {
      const guest = new CookieBrowser(server);
      await guest.signIn(BEN);
      const codes = await television.codes();
      await decide(guest, codes);
      const accounts = server.get(AccountService);
      const id = await accountId(server, BEN.email);
      await accounts.disable(id);
      expect(await television.told(codes)).toBe('invalid_grant');
      await accounts.enable(id);
    });

    it('has the requested and allowed scope, with an id_token for openid', async () => {
      const codes = await allowed({ scope: 'openid email' });
      const { body } = await television.poll(codes);
      expect(body).toMatchObject({ scope: 'openid email' });
      const claims = decodeJwt((body as unknown as { id_token: string }).id_token);
      expect(claims).toMatchObject({ aud: films.id, sub: await accountId(server, ANNA.email), amr: ['pwd'] });
      expect(claims).not.toHaveProperty('sid'); // a television is no part of the phone's sign-in
      expect((await loggedAccount(server, bearer(body.access_token))).status).not.toBe(200);
    });

    it('gives a mac token on request', async () => {
      const { body } = await television.poll(await allowed(), { token_type: 'mac' });
      expect([body.token_type, typeof body.mac_key]).toEqual(['mac', 'string']);
    });
  });

  it('is one of the connected apps, and disconnecting ends its tokens and unfetched permissions', async () => {
    const { body } = await television.poll(await allowed());
    const waiting = await allowed();
    expect((await browser.get('/account/applications')).text).toContain(`value="${films.id}"`);
    expect((await browser.get('/account/devices')).text).not.toContain('Films');
    await browser.post('/account/disconnect', { client: films.id });
    expect((await browser.get('/account/applications')).text).not.toContain(`value="${films.id}"`);
    expect((await loggedAccount(server, bearer(body.access_token))).status).toBe(401);
    expect(await television.told(waiting)).toBe('invalid_grant');
  });

  it('continues when the browser that allowed it signs out', async () => {
    const codes = await allowed();
    await browser.post('/sign-out');
    const { status, body } = await television.poll(codes);
    expect(status).toBe(200);
    expect((await loggedAccount(server, bearer(body.access_token))).status).toBe(200);
  });

  it('is charged to the network that begins', async () => {
    await server.close();
    server = await startApp({ NETWORK_AUTHORIZATIONS: '3', TRUST_PROXY: '1' });
    await addTelevisions(server);
    television = new Device(server, films);
    const here = from('198.51.100.7');
    for (let i = 0; i < 3; i++) expect((await television.ask({}, here)).status).toBe(200);
    const { status, body, headers } = await television.ask({}, here);
    expect([status, body.error]).toEqual([429, 'slow_down']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await television.ask({}, from('198.51.100.8'))).status).toBe(200);
    expect(await count(server, 'device_authorization')).toBe(4);
  });
});
