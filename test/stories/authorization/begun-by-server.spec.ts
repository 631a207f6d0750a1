import { beforeEach, describe, expect, it } from '@jest/globals';
import { useThirdParties } from '../../support/authorization-stage.js';
import {
  authorizePath,
  challengeOf,
  CookieBrowser,
  exchange,
  pkceOf,
  Tab,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, strict } = THIRD_PARTIES;

/** §3.3 B and C: the third party's server calls /authorize, and passes the address on to the user-agent (D202). */
describe("authorization begun by a third party's server", () => {
  let server: TestServer;
  let browser: CookieBrowser;
  useThirdParties((stage) => {
    ({ server, browser } = stage);
  });

  /** A server's request: as Node's fetch, curl and others send it. */
  const begin = async (headers: Record<string, string> = {}, path = authorizePath(shop)): Promise<string> => {
    const answer = await request(server, { path, headers });
    expect(answer.status).toBe(302);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers.location?.startsWith(`${server.url}/`)).toBe(true);
    return challengeOf(answer.headers.location) as string;
  };
  let path: string;
  beforeEach(async () => {
    path = await begin();
  });

  // I3.3-01, I4.2-39
  it('belongs to the first browser that opens it, which signs in, allows it, and returns with a code', async () => {
    const tab = new Tab(browser, path);
    expect((await tab.show()).status).toBe(200);
    await tab.signIn(ANNA);
    const { code, target } = await tab.allow();
    expect(target).toBe(shop.redirectUri);
    expect((await exchange(server, shop, code)).status).toBe(200);
  });

  // I3.3-02
  it.each([
    ['the session cookie', { Cookie: 'JSESSIONID=s%3Aabc.def' }],
    ['what Node’s fetch sends', { 'Sec-Fetch-Mode': 'cors', Accept: '*/*' }],
    ['a User-Agent of a browser', { 'User-Agent': 'Mozilla/5.0', Accept: 'text/html' }],
  ])('may begin with %s too', async (_what, headers) => {
    const tab = new Tab(browser, await begin(headers));
    await tab.signIn(ANNA);
    expect((await tab.allow()).code).toMatch(/^[\w-]{43}$/);
  });

  // I3.3-05
  it('opens with no cookie but JSESSIONID (§5.3.1), for the signed-in user', async () => {
    await browser.signIn(ANNA);
    browser.cookies.delete('hearth-known'); // nothing needs it
    expect([...browser.cookies.keys()]).toEqual(['JSESSIONID']);
    expect((await new Tab(browser, path).allow()).target).toBe(shop.redirectUri);
  });

  // I3.3-06
  it('is 410 to every other browser once it was opened', async () => {
    const mine = new Tab(browser, path);
    await mine.show();
    const theirs = new Tab(new CookieBrowser(server), path);
    expect((await theirs.show()).status).toBe(410);
    expect((await theirs.trySignIn(BEN)).status).toBe(410);
    expect((await theirs.decide({ decision: 'allow' })).status).toBe(410);
    await mine.signIn(ANNA);
    expect((await mine.allow()).code).toMatch(/^[\w-]{43}$/);
  });

  it('of 20 browsers at once one gets it', async () => {
    const tabs = Array.from({ length: 20 }, () => new Tab(new CookieBrowser(server), path));
    const shown = await Promise.all(tabs.map((tab) => tab.show()));
    expect(shown.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(shown.filter(({ status }) => status === 410)).toHaveLength(19);
    const winner = tabs[shown.findIndex(({ status }) => status === 200)];
    expect((await winner.show()).status).toBe(200);
  });

  it('opens in two tabs at once of one browser', async () => {
    await browser.begin(shop); // it has its cookie
    const [one, two] = [new Tab(browser, path), new Tab(browser, path)];
    expect((await Promise.all([one.show(), two.show()])).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('belongs to an attacker who signs in on it; nobody else acts for that account', async () => {
    const attacker = new Tab(new CookieBrowser(server), path);
    await attacker.signIn(BEN);
    await browser.signIn(ANNA);
    expect((await new Tab(browser, path).show()).status).toBe(410);
  });

  it('is not claimed by a HEAD', async () => {
    expect((await request(server, { method: 'HEAD', path })).status).toBe(410);
    expect((await new Tab(browser, path).show()).status).toBe(200);
  });

  // I3.3-04
  it('ends after ten minutes', async () => {
    server.clock.advance({ minutes: 10 });
    expect((await new Tab(browser, path).show()).status).toBe(410);
  });

  it('belongs to the browser that began it, if a browser did', async () => {
    const tab = await browser.begin(shop);
    expect((await new Tab(new CookieBrowser(server), tab.path).show()).status).toBe(410);
    expect((await tab.show()).status).toBe(200);
  });

  it('a browser that came by another address of the server stays there, where its cookie is', async () => {
    const headers = { Host: 'other.example', 'Sec-Fetch-Mode': 'navigate' };
    const answer = await request(server, { path: authorizePath(shop), headers });
    expect(answer.headers.location).toMatch(/^http:\/\/other\.example\/challenge\?session_id=[\w-]{43}$/);
  });

  // I3.3-02
  it('with an empty Host, Location is PUBLIC_URL', async () => {
    const headers = { Host: '', 'Sec-Fetch-Mode': 'navigate' };
    const { headers: answer } = await request(server, { path: authorizePath(shop), headers });
    expect(answer.location?.startsWith(`${server.url}/challenge?session_id=`)).toBe(true);
  });

  it.each(['evil.example/path', 'a b'])('an invalid Host %j is refused (row 9)', async (Host) => {
    const headers = { Host, 'Sec-Fetch-Mode': 'navigate' };
    const { status, headers: answer } = await request(server, { path: authorizePath(shop), headers });
    expect([status, answer.location]).toEqual([400, undefined]);
  });

  // I3.3-07
  it('for a strict client belongs to the browser that began it, whatever that sent', async () => {
    const answer = await request(server, { path: authorizePath(strict, pkceOf()) });
    expect(answer.headers['set-cookie']).toHaveLength(1);
    const opened = await new Tab(browser, challengeOf(answer.headers.location) as string).show();
    expect(opened.status).toBe(410);
  });
});
