import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { Budgets } from '../../../src/platform/throttle/budgets.js';
import { decide, formOf, linkFor, nameOfUser, signIn } from '../../support/account-linking.js';
import { CookieBrowser } from '../../support/authorization.js';
import { accountId, count, rows } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import { IdentityProvider } from '../../support/identity-provider.js';
import { JwksServer } from '../../support/jwks-server.js';
import { ISSUER, startWithPartners } from '../../support/single-sign-on.js';
import type { TestServer } from '../../support/start-app.js';

describe("link to connect a partner's id serves one user, who signs in for it, once (D115, D117)", () => {
  let server: TestServer;
  let portal: IdentityProvider;
  let published: JwksServer;
  beforeAll(async () => {
    portal = await IdentityProvider.make(ISSUER);
    published = await JwksServer.start();
    server = await startWithPartners(portal, published);
  });
  afterAll(async () => {
    await server.close();
    await published.close();
  });

  const link = (sub: string) => linkFor(server, portal, sub);
  const nameOf = (sub: string) => nameOfUser(server, portal, sub);

  it('a session from before the link is not enough: the password is required again', async () => {
    const browser = new CookieBrowser(server);
    await browser.signIn(BEN);
    server.clock.advance({ seconds: 1 });
    const path = await link('u-3');
    expect((await browser.get(path)).text).toContain('name="password"');
    const skipped = await browser.post(`${path}/decision`, {
      decision: 'connect',
      account: await accountId(server, BEN.email),
    });
    expect(skipped.headers.location).toBe(path);
    expect(await nameOf('u-3')).toBe('account_not_linked');
  });

  it('connects only the account that the page named and that signed in', async () => {
    const path = await link('u-4');
    const browser = new CookieBrowser(server);
    await signIn(browser, path, BEN);
    const account = await accountId(server, ANNA.email);
    expect((await browser.post(`${path}/decision`, { decision: 'connect', account })).status).toBe(303);
    const other = new CookieBrowser(server);
    expect((await decide(other, path, 'connect')).status).toBe(303);
    expect(await nameOf('u-4')).toBe('account_not_linked');
    expect((await browser.get(`${path}?switch=1`)).text).toContain('name="password"');
  });

  it("another site's page cannot press the button", async () => {
    const path = await link('u-5');
    const browser = new CookieBrowser(server);
    await signIn(browser, path, BEN);
    const form = { decision: 'connect', account: await formOf(browser, path) };
    const { status } = await browser.post(`${path}/decision`, form, { 'Sec-Fetch-Site': 'cross-site' });
    expect(status).toBe(403);
    expect(await nameOf('u-5')).toBe('account_not_linked');
  });

  it('declines, and the link is void; before or after signing in', async () => {
    for (const isSignedIn of [true, false]) {
      const path = await link('u-6');
      const browser = new CookieBrowser(server);
      if (isSignedIn) await signIn(browser, path, BEN);
      const answer = await decide(browser, path, 'deny');
      expect([answer.status, answer.text.includes('Nothing was changed')]).toEqual([200, true]);
      expect((await browser.get(path)).status).toBe(410);
    }
    expect(await nameOf('u-6')).toBe('account_not_linked');
  });

  it('counts as an added way in: after ten in a day nothing is connected (D336)', async () => {
    const id = await accountId(server, BEN.email);
    for (let i = 0; i < 10; i++)
      await server.get(Budgets).spend('addedWays', { accountId: id, address: '127.0.0.1' });
    const path = await link('u-8');
    const browser = new CookieBrowser(server, { Accept: 'text/html' });
    await signIn(browser, path, BEN);
    const answer = await decide(browser, path, 'connect');
    expect([answer.status, answer.text.includes('Too many ways to sign in were added')]).toEqual([429, true]);
    expect(await nameOf('u-8')).toBe('account_not_linked');
    expect((await browser.get(path)).status).toBe(200); // it was not used up
    await rows(server, 'DELETE FROM budget'); // for the others
    server.clock.advance({ minutes: 60 * 24 });
  });

  it('within ten minutes', async () => {
    const path = await link('u-7');
    server.clock.advance({ seconds: 599 });
    const browser = new CookieBrowser(server);
    await signIn(browser, path, BEN);
    expect((await browser.get(path)).status).toBe(200);
    server.clock.advance({ seconds: 1 });
    expect((await browser.get(path)).status).toBe(410);
    expect((await browser.post(`${path}/decision`, { decision: 'connect' })).status).toBe(410);
    expect((await browser.get('/link/unknown')).status).toBe(410);
    server.clock.advance({ seconds: 1 });
    await server.get(CleanUp).run();
    expect(await count(server, 'account_link')).toBe(0);
  });

  it('once: of two accounts and twenty clicks one wins, and nothing fails', async () => {
    const path = await link('u-8');
    const [ben, anna] = [new CookieBrowser(server), new CookieBrowser(server)];
    await signIn(ben, path, BEN);
    await signIn(anna, path, ANNA);
    const forms = [await formOf(ben, path), await formOf(anna, path)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        [ben, anna][i % 2].post(`${path}/decision`, { decision: 'connect', account: forms[i % 2] }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
    expect(await nameOf('u-8')).toMatch(/^(Ben|Anna K\.)$/);
  });

  it('two links for one id: the second one connects nobody else', async () => {
    const [first, second] = [await link('u-9'), await link('u-9')];
    const [ben, anna] = [new CookieBrowser(server), new CookieBrowser(server)];
    await signIn(ben, first, BEN);
    await signIn(anna, second, ANNA);
    expect((await decide(ben, first, 'connect')).status).toBe(200);
    const taken = await decide(anna, second, 'connect');
    expect([taken.status, taken.text.includes('Connected with another account')]).toEqual([409, true]);
    expect(await nameOf('u-9')).toBe('Ben');
  });
});
