import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authorizePath,
  CookieBrowser,
  redirectOf,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { request } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';

const { shop } = THIRD_PARTIES;

describe('over HTTPS, as a trusted proxy says, no sibling of the site can plant the cookie (D42, D58)', () => {
  const proxy = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.1' };
  const old = (name: string) => name.replace('__Host-', '');
  let proxied: TestServer;
  beforeAll(async () => {
    proxied = await startWithThirdParties({
      TRUST_PROXY: '127.0.0.1',
      PUBLIC_URL: 'https://hearth.example',
    });
  });
  afterAll(() => proxied.close());
  const fresh = () => new CookieBrowser(proxied, proxy);

  it('it is __Host-, with a second one beside it, for 0.3 only, that nodes of 0.2 know', async () => {
    const headers = { ...proxy, 'Sec-Fetch-Mode': 'navigate' };
    const answer = await request(proxied, { path: authorizePath(shop), headers });
    const set = answer.headers['set-cookie'] ?? [];
    expect(set).toEqual([
      expect.stringMatching(
        /^__Host-hearth_browser_[\w-]{8}=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      old(set[0]),
    ]);
    const refused = await request(proxied, { path: authorizePath(shop, { prompt: 'none' }), headers });
    expect(redirectOf(refused).parameters.iss).toBe('https://hearth.example');
  });

  it('a flow begun on a node of 0.2 continues, and one begun here continues there', async () => {
    const browser = fresh();
    const tab = await browser.begin(shop);
    const [name] = [...browser.cookies.keys()];
    browser.cookies.delete(name); // what a node of 0.2 reads
    expect([name.startsWith('__Host-'), browser.cookies.size]).toEqual([true, 1]);
    expect((await tab.show()).status).toBe(200);
  });

  it('a new flow belongs to the one with the prefix, whatever else was sent', async () => {
    const browser = fresh();
    const planted = ['hearth_browser_12345678', 'x'.repeat(43)] as const; // by any host of the domain
    browser.cookies.set(...planted);
    const tab = await browser.begin(shop);
    const own = [...browser.cookies].filter(([name]) => name !== planted[0]);
    expect(own.map(([name]) => name.startsWith('__Host-'))).toEqual([true, false]);
    const again = await browser.begin(shop);
    expect(browser.cookies.size).toBe(3); // it has one
    const thief = fresh();
    thief.cookies.set(...planted);
    expect((await thief.get(tab.path)).status).toBe(410);
    expect([(await tab.show()).status, (await again.show()).status]).toEqual([200, 200]);
  });
});
