import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { violationsOf } from '../support/axe.js';
import { startExample, type RunningExample } from '../support/example-app.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { browser, expect, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';

const SITE = { id: 'family-site', secret: 'Family-site-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ' };

/**
 * Three sites: Hearth at 127.0.0.1, the example application at localhost, and an attacker's page at
 * evil.localhost.
 */
test.describe('web flow across sites, in a real browser (§3.4, D43, D111)', () => {
  let server: TestServer;
  let site: RunningExample;
  let evil: Server;
  let evilPage = '';
  test.beforeAll(async () => {
    server = await startApp();
    await server.get(Bootstrap).apply({
      clients: [
        {
          clientId: SITE.id,
          clientSecret: SITE.secret,
          name: 'Family site',
          ruleset: 'WEB',
          clientType: 'confidential' as const,
          profile: 'strict',
          isPrivileged: false,
          redirectUrls: ['http://localhost/signed-in'],
        },
      ],
    });
    site = await startExample('web-flow-app', {
      HEARTH: server.url,
      WEB_FLOW: `${SITE.id}:${SITE.secret}`,
    });
    evil = createServer((_request, response) =>
      response.setHeader('Content-Type', 'text/html').end(evilPage),
    );
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  });
  test.afterAll(async () => {
    evil.close();
    await site.stop();
    await server.close();
  });

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage();
    await page.goto(site.home);
    return page;
  }

  async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
    await page.fill('#login', email);
    await page.fill('#password', password);
    await page.click('button');
  }

  async function visitEvil(page: Page, html: string): Promise<void> {
    evilPage = `<!doctype html><title>Kittens</title>${html}`;
    await page.goto(`http://evil.localhost:${(evil.address() as AddressInfo).port}/`);
  }

  const form = (path: string, fields: Record<string, string>): string => {
    const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
    return `<form method="post" action="${server.url}${path}">${inputs.join('')}<button>Kittens!</button></form>`;
  };

  /** The browser's own answer with its cookie. */
  async function asked(page: Page, path: string): Promise<string> {
    return (await (await page.goto(`${server.url}${path}`))?.text()) ?? '';
  }

  for (const colorScheme of ['light', 'dark'] as const)
    // I4.4-07
    test(`signs in without JavaScript; its pages pass axe, ${colorScheme}`, async () => {
      const looks = await open({ colorScheme, viewport: { width: 320, height: 640 } });
      expect(await violationsOf(looks)).toEqual([]);
      await signIn(looks, { ...ANNA, password: 'not it at all' });
      await expect(looks.locator('[role=alert]')).toBeVisible();
      await expect(looks.locator('[role=alert]')).toContainText('wrong');
      await signIn(looks, ANNA);
      await expect(looks.locator('text=Signed in as Anna K.')).toBeVisible();
      expect(await violationsOf(looks)).toEqual([]);
      const page = await open({ javaScriptEnabled: false });
      await signIn(page, ANNA);
      await expect(page.locator('text=Signed in as Anna K.')).toBeVisible();
      await expect(page).toHaveURL(`${site.home}/`);
      await expect(page.locator('li')).toContainText('The Ks');
    });

  test('stores the cookie of the foreign form, and browser and web server share one session', async () => {
    const page = await open();
    await signIn(page, ANNA);
    await expect(page.locator('text=Signed in as')).toBeVisible();
    const [cookie] = await page.context().cookies(server.url);
    expect(cookie).toMatchObject({
      name: 'JSESSIONID',
      httpOnly: true,
      sameSite: 'Lax',
      domain: '127.0.0.1',
    });
    expect(await asked(page, '/api/acc/getloggedaccount')).toContain('Anna K.');
    await page.goto(site.home);
    await page.click('text=Sign out');
    await expect(page.locator('#login')).toBeVisible();
    expect(await asked(page, '/api/acc/getloggedaccount')).toContain('FizAccountNotFoundInSessionException');
  });

  test("a page of another site can't sign a visitor in to its owner's account (login CSRF)", async () => {
    const attacker = await open();
    const stateRandomCipher = (await attacker.inputValue('[name=stateRandomCipher]')) ?? '';
    const fields = { login: BEN.email, password: BEN.password, stateRandomCipher };
    const bait = form('/api/web/login', { ...fields, redirect_uri: `${site.home}/signed-in` });

    const victim = await open();
    await visitEvil(victim, bait);
    await victim.click('button');
    await expect(victim.locator('text=That was not your sign-in form')).toBeVisible();
    await expect(victim.locator('#login')).toHaveCount(1);
    const answer = await asked(victim, '/api/acc/getloggedaccount');
    expect(answer).toContain('FizApiKeyInsufficientRightsException');
    await victim.goto(`${server.url}/account`);
    await expect(victim).toHaveURL(`${server.url}/sign-in`);

    const link = new URLSearchParams({ session_id: 's:any.thing', state: stateRandomCipher });
    await visitEvil(victim, `<a href="${site.home}/signed-in?${link}">Kittens!</a>`);
    await victim.click('a');
    await expect(victim.locator('text=That was not your sign-in form')).toBeVisible();

    // Nor does his knowledge help the attacker: his cipher is used up.
    await signIn(attacker, BEN);
    await expect(attacker.locator('[role=alert]')).toBeVisible();
  });

  test("it can't change the session of a signed-in user either", async () => {
    const victim = await open();
    await signIn(victim, ANNA);
    await expect(victim.locator('text=Signed in as Anna K.')).toBeVisible();
    const attacker = await open();
    const stateRandomCipher = (await attacker.inputValue('[name=stateRandomCipher]')) ?? '';
    const fields = { login: BEN.email, password: BEN.password, stateRandomCipher };
    await visitEvil(victim, form('/api/web/login', { ...fields, redirect_uri: `${site.home}/signed-in` }));
    await victim.click('button');
    await expect(victim.locator('text=Signed in as Anna K.')).toBeVisible();
  });

  test("it can't act with the cookie either: by form, link, image or script", async () => {
    const victim = await open();
    await signIn(victim, ANNA);
    await expect(victim.locator('text=Signed in as Anna K.')).toBeVisible();
    const out = `${server.url}/api/log2/out`;
    const script = `
      const ways = [
        fetch('${out}', { method: 'POST', mode: 'no-cors', credentials: 'include' }),
        fetch('${server.url}/api/acc/getloggedaccount', { credentials: 'include' }).then((answer) => answer.text()),
      ];
      Promise.allSettled(ways).then((done) => (document.title = done.map(({ status }) => status).join()));`;
    await visitEvil(victim, `<img src="${out}"><script>${script}</script>`);
    await victim.waitForFunction(`document.title === 'fulfilled,rejected'`); // sent and refused; not readable
    await visitEvil(victim, form('/api/log2/out', {}));
    await victim.click('button');
    await expect(victim.locator('text=FizApiCrossSiteRequestException')).toBeVisible();
    await visitEvil(victim, `<a href="${out}">Kittens!</a>`);
    await victim.click('a');
    await expect(victim.locator('text=FizApi')).toBeVisible();
    await expect(victim.locator('body')).toContainText('FizApiCrossSiteRequestException');
    expect(await asked(victim, '/api/acc/getloggedaccount')).toContain('Anna K.');
    await victim.goto(site.home);
    await expect(victim.locator('text=Signed in as Anna K.')).toBeVisible();
  });
});
