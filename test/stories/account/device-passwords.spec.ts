import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { basic, post, tokenStatus } from '../../support/a01.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { exchange, makeDevicePassword, protect } from '../../support/device-passwords.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { request } from '../../support/http.js';
import { outboxOf, PASSWORD } from '../../support/invitations.js';
import { LegacyClient } from '../../support/legacy-client.js';
import { newCipher, SITES, startWithSites, WebSite } from '../../support/web-flow.js';
import type { TestServer } from '../../support/start-app.js';

describe('device passwords: apps send them for a protected account (D248)', () => {
  let server: TestServer;
  let trail: AuditTrail;
  let me: Member;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startWithSites({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.get(OutboxWorker).beforeApplicationShutdown(); // messages can be read
    trail = new AuditTrail(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 60 }); // earlier failures and notices do not count
    me = await newMember(server);
    browser = new CookieBrowser(server);
    await browser.signIn(me);
    await protect(server, me.id);
  });

  const make = (clientId: string | null = CLIENTS.app.id) => makeDevicePassword(server, browser, clientId);
  const kinds = async () => {
    await server.get(LateLinks).settled();
    return (await outboxOf(server, me.id)).map(({ kind }) => kind);
  };
  const named = ({ status, body }: { status: number; body: { a01: { ex: { name: string } } } }) => [
    status,
    body.a01.ex.name,
  ];
  const byCall = (password: string, client: { id: string; secret: string } = CLIENTS.app) => {
    const form = { identifier: me.email, password, tokentype: 'Bearer', deviceId: 'd' };
    return post(server, '/api/log2/generateaccesstokenbypassword', form, basic(client));
  };
  const bySession = (password: string, legacy = new LegacyClient(server)) =>
    legacy.signIn({ email: me.email, password });
  const opensAPage = async ({ cookie }: LegacyClient) => {
    const headers = { Cookie: cookie as string, Accept: 'text/html' };
    return (await request(server, { path: '/account', headers })).status === 200;
  };
  const byForm = async (password: string, site: (typeof SITES)['album' | 'diary'] = SITES.diary) => {
    const web = new WebSite(server, site);
    const cipher = newCipher();
    await web.secretFor(cipher);
    return web.post(cipher, { login: me.email, password });
  };

  describe("the account's own password", () => {
    it('is refused by each call like a wrong one, in identical words', async () => {
      const calls = [byCall, bySession, byForm];
      for (const send of calls) {
        server.clock.advance({ minutes: 31 });
        const [own, wrong] = [await send(PASSWORD), await send('no-such-password')];
        expect([own.status, JSON.stringify(own.body)]).toEqual([wrong.status, JSON.stringify(wrong.body)]);
        expect(own.status).toBe(401);
        expect(JSON.stringify(own.body)).toContain('FizCredentialInvalidException');
      }
      const grant = await exchange(server, me.email, PASSWORD);
      expect([grant.status, grant.body.error]).toEqual([400, 'invalid_grant']);
    });

    it('repeated by an old app locks nobody out of the pages; a wrong one is counted', async () => {
      const events = await trail.of(async () => {
        for (let i = 0; i < 7; i++) expect((await byCall(PASSWORD)).status).toBe(401);
      });
      expect(events[0]).toMatchObject({ action: 'signin', outcome: 'refused', account: me.id });
      for (let i = 0; i < 5; i++) expect((await byCall(`no-such-password ${i}`)).status).toBe(401);
      expect((await byCall('no-such-password')).status).toBe(429);
    });

    it('causes one notice to the account a day, with advice; a wrong one does not', async () => {
      await byCall('no-such-password');
      expect(await kinds()).not.toContain('devicePasswordNeeded');
      await Promise.all([byCall(PASSWORD), bySession(PASSWORD)]);
      const needed = async () => (await kinds()).filter((kind) => kind === 'devicePasswordNeeded').length;
      expect(await needed()).toBe(1);
      server.clock.advance({ days: 1, minutes: 60 });
      await byForm(PASSWORD);
      expect(await needed()).toBe(2);
    });

    it('works on pages, and everywhere if the account has no second factor', async () => {
      const plain = await newMember(server);
      expect((await exchange(server, plain.email, PASSWORD)).status).toBe(200);
      expect((await exchange(server, ANNA.email, ANNA.password)).status).toBe(200);
    });

    it('is taken from a client that may send it, and from no other', async () => {
      const api = await AdminApi.signIn(server, await newAdmin(server));
      const change = (may: boolean) =>
        api.send('PATCH', `/clients/${CLIENTS.keeper.id}`, {
          body: { allowsPasswordOfProtectedAccounts: may },
          ifMatch: '*',
        });
      expect((await change(true)).status).toBe(200);
      expect((await byCall(PASSWORD, CLIENTS.keeper)).status).toBe(200);
      expect(named(await byCall(PASSWORD))).toEqual([401, 'FizCredentialInvalidException']);
      const legacy = new LegacyClient(server);
      await legacy.signIn({ email: me.email, password: PASSWORD }, basic(CLIENTS.keeper));
      expect([await legacy.status(), await opensAPage(legacy)]).toEqual([200, false]);
      await change(false);
      expect((await byCall(PASSWORD, CLIENTS.keeper)).status).toBe(401);
    });
  });

  describe('a device password', () => {
    it('works for its client, by the call and by the grant, in any spelling; the page shows its last use', async () => {
      const plain = await make();
      const events = await trail.of(async () => {
        const typed = plain.toUpperCase().replaceAll('-', ' ');
        const { status, body } = await exchange(server, me.email, typed);
        expect([status, await tokenStatus(server, body.access_token)]).toEqual([200, 200]);
      });
      expect(events[0]).toMatchObject({ action: 'signin', details: { by: 'device-password' } });
      expect((await byCall(plain)).status).toBe(200);
      const { text } = await browser.get('/account/device-passwords');
      expect([text.includes('Family app'), text.includes('never used')]).toEqual([true, false]);
      expect(text).not.toContain(plain);
    });

    it('works for no other client, other account, legacy session or page', async () => {
      const plain = await make();
      expect((await byCall(plain, CLIENTS.keeper)).status).toBe(401);
      expect((await exchange(server, ANNA.email, plain)).status).toBe(400);
      expect((await bySession(plain)).status).toBe(401);
      const stranger = new CookieBrowser(server);
      const page = await stranger.post('/sign-in', { identifier: me.email, password: plain });
      expect(page.status).toBe(401);
      for (const path of ['/confirm', '/account/password']) {
        const answer = await browser.post(path, { current: plain, password: 'another-long-word-9' });
        expect([path, answer.status]).toEqual([path, 401]);
      }
    });

    it('for legacy sessions opens one by log2in, for a site its web flow', async () => {
      const legacy = new LegacyClient(server);
      expect((await bySession(await make(null), legacy)).status).toBe(200);
      expect(await legacy.status()).toBe(200);
      const plain = await make(SITES.diary.id);
      expect((await byForm(plain)).status).toBe(200);
      expect((await byForm(plain, SITES.album)).status).toBe(401);
    });

    it('works for an account without a second factor too, beside its password', async () => {
      const other = await newMember(server);
      const theirs = new CookieBrowser(server);
      await theirs.signIn(other);
      const plain = await makeDevicePassword(server, theirs);
      for (const password of [plain, PASSWORD])
        expect((await exchange(server, other.email, password)).status).toBe(200);
    });

    it('does not reset wrong attempts, so it does not help to guess the password', async () => {
      const plain = await make();
      for (let i = 0; i < 4; i++) await byCall(`no-such-password ${i}`);
      expect((await byCall(plain)).status).toBe(200);
      expect((await byCall('no-such-password')).status).toBe(401);
      expect((await byCall('no-such-password 5')).status).toBe(429);
    });
  });

  describe('is created and ended under /account', () => {
    it('shows it once, notifies the owner, records it, and stores a digest', async () => {
      const events = await trail.of(() => make());
      expect(events.map(({ action }) => action)).toEqual(['device-password.made']);
      expect((await kinds())[0]).toBe('devicePasswordAdded');
      expect(await trail.text()).not.toMatch(/[a-z2-9]{4}(-[a-z2-9]{4}){4}/);
    });

    it('ends its tokens and sessions at once with it, and nothing of another account', async () => {
      const tokens = await exchange(server, me.email, await make());
      const legacy = new LegacyClient(server);
      await bySession(await make(null), legacy);
      const { text } = await browser.get('/account/device-passwords');
      const paths = [...text.matchAll(/action="(\/account\/device-passwords\/\d+\/end)"/g)].map(([, p]) => p);
      expect(paths).toHaveLength(2);
      const stranger = new CookieBrowser(server);
      await stranger.signIn(await newMember(server));
      for (const path of paths) await stranger.post(path, {});
      expect(await legacy.status()).toBe(200);
      const events = await trail.of(async () => {
        for (const path of paths) expect((await browser.post(path, {})).status).toBe(303);
      });
      expect(events.map(({ action }) => action).sort()).toEqual([
        'device-password.ended',
        'device-password.ended',
        'token.revoked',
      ]);
      expect(await tokenStatus(server, tokens.body.access_token)).toBe(401);
      expect(await legacy.status()).toBe(501);
      expect((await kinds())[0]).toBe('devicePasswordRemoved');
    });

    it('ends all of them with a new password, as large providers do', async () => {
      const plain = await make();
      const tokens = await exchange(server, me.email, plain);
      const next = { current: PASSWORD, password: 'another-long-word-9', reason: 'known' };
      expect((await browser.post('/account/password', next)).status).toBe(200);
      expect((await exchange(server, me.email, plain)).status).toBe(400);
      expect(await tokenStatus(server, tokens.body.access_token)).toBe(401);
    });
  });
});
