import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { from } from '../../support/http.js';
import { LegacyClient } from '../../support/legacy-client.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

describe('sessions can be told apart, and end (D254)', () => {
  let server: TestServer;
  let me: Member;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '127.0.0.1', SESSION_IDLE_TTL: String(24 * 3600) });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1 });
    me = await newMember(server);
    await rows(server, 'DELETE FROM session'); // of the invitation
  });

  const browserWith = (agent: string, address: string): CookieBrowser =>
    new CookieBrowser(server, { 'User-Agent': agent, ...from(address) });
  const isOpen = async (browser: CookieBrowser): Promise<boolean> =>
    (await browser.get('/account')).status === 200;

  /** Uses it every 23 hours for that long, which is less than its idle time here. */
  async function inUse(days: number, use: () => Promise<unknown>): Promise<void> {
    for (let hours = 0; hours + 23 < days * 24; hours += 23) {
      server.clock.advance({ minutes: 23 * 60 });
      await use();
    }
  }

  it('are shown with browser, system, network, and a mark on the current one; administrators see the list too', async () => {
    const [desk, phone] = [browserWith(FIREFOX, '203.0.113.77'), browserWith(IPHONE, '2001:db8:7:42::9')];
    await desk.signIn(me);
    server.clock.advance({ minutes: 1 });
    await phone.signIn(me);
    const { text } = await desk.get('/account/devices');
    expect(text).toMatch(/Firefox on Linux<\/strong>\s*<span class="tag">This browser/);
    expect(text.match(/This browser/g)).toHaveLength(1);
    expect(text).toContain('Safari on iPhone');
    expect(text).toContain('network 203.0.113.x');
    expect(text).toContain('network 2001:db8:7:x');
    expect(text).not.toMatch(/203\.0\.113\.77|2001:db8:7:42/);

    const api = await AdminApi.signIn(server, await newAdmin(server));
    const { body } = await api.send('GET', `/accounts/${me.id}/sessions`);
    expect(body.items).toEqual([
      expect.objectContaining({
        browser: 'Safari',
        system: 'iPhone',
        network: '2001:db8:7:x',
        kind: 'browser',
      }),
      expect.objectContaining({
        browser: 'Firefox',
        system: 'Linux',
        network: '203.0.113.x',
        kind: 'browser',
      }),
    ]);
  });

  it('keep only the shown details of a browser, and nothing else of its header', async () => {
    await browserWith(FIREFOX, '203.0.113.77').signIn(me);
    const sql = `SELECT data->'agent' AS agent, data::text AS text FROM session WHERE account_id = $1`;
    const [{ agent, text }] = await rows<{ agent: object; text: string }>(server, sql, [me.id]);
    expect(agent).toEqual({ browser: 'Firefox', system: 'Linux', network: '203.0.113.x' });
    expect(text).not.toMatch(/Gecko|203\.0\.113\.77/);
  });

  it('a sign-in to the console is listed with its browser too', async () => {
    const admin = await newAdmin(server);
    const browser = browserWith(FIREFOX, '203.0.113.78');
    await browser.post('/admin/sign-in', { identifier: admin.email, password: admin.password, next: '' });
    const api = await AdminApi.signIn(server, admin);
    const { body } = await api.send('GET', `/accounts/${admin.id}/sessions`);
    expect(body.items).toContainEqual(
      expect.objectContaining({ kind: 'administration', browser: 'Firefox', network: '203.0.113.x' }),
    );
  });

  it('of pages end 30 days after the sign-in, however often they are used (ASVS 7.3.2)', async () => {
    const browser = browserWith(FIREFOX, '203.0.113.77');
    await browser.signIn(me);
    const end = server.clock.millis() + 30 * 86_400_000;
    await inUse(30, async () => expect(await isOpen(browser)).toBe(true));
    server.clock.advance({ seconds: (end - server.clock.millis()) / 1000 - 1 });
    expect(await isOpen(browser)).toBe(true);
    server.clock.advance({ seconds: 1 });
    expect(await isOpen(browser)).toBe(false);
    const open = `account_id = ${me.id} AND expires_at > '${server.clock.now().toISOString()}'`;
    expect(await count(server, 'session', open)).toBe(0);
    await browser.signIn(me);
    expect(await isOpen(browser)).toBe(true);
  });

  it('of pages end for calls of the interface too', async () => {
    const browser = browserWith(FIREFOX, '203.0.113.77');
    await browser.signIn(me);
    const call = async () => (await browser.get('/api/acc/getloggedaccount')).status;
    await inUse(30, async () => expect(await call()).toBe(200));
    server.clock.advance({ days: 1 });
    expect(await call()).not.toBe(200);
  });

  it('of log2in continue with calls for longer than 30 days, and end by idle time only (D42)', async () => {
    const client = new LegacyClient(server);
    await client.signIn(me);
    await inUse(40, async () => expect(await client.status()).toBe(200));
    server.clock.advance({ days: 1, seconds: 1 });
    expect(await client.status()).not.toBe(200);
  });

  it('are refused beyond the 30 days, whatever expiry the database has: the loader checks too', async () => {
    const browser = browserWith(FIREFOX, '203.0.113.77');
    await browser.signIn(me);
    await rows(
      server,
      `UPDATE session SET expires_at = expires_at + interval '1 year' WHERE account_id = $1`,
      [me.id],
    );
    server.clock.advance({ days: 29 });
    expect(await isOpen(browser)).toBe(true);
    server.clock.advance({ days: 1 });
    expect(await isOpen(browser)).toBe(false);
  });
});
