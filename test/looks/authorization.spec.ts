import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { LANGUAGES } from '../../src/platform/pages/texts/texts.js';
import { rows } from '../support/database-rows.js';
import { ANNA } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

test.describe('a third party connects an account, in a real browser (§3.3, D58)', () => {
  let server: TestServer;
  let thirdParty: Server;
  let callback: string;
  test.beforeAll(async () => {
    // The third party's own page; its address is another origin than the server's.
    thirdParty = createServer((_request, response) =>
      response.setHeader('Content-Type', 'text/html').end('<title>shop</title><h1>Back at the shop</h1>'),
    );
    await new Promise<void>((resolve) => thirdParty.listen(0, 'localhost', resolve));
    callback = `http://localhost:${(thirdParty.address() as AddressInfo).port}/callback`;
    server = await startApp();
    const client = {
      clientId: 'prints',
      clientSecret: 'Prints-secret-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      name: 'Paper Boat Prints',
      homepageUrl: 'https://prints.example',
      ruleset: 'WEB',
      clientType: 'confidential' as const,
      isPrivileged: false,
      redirectUrls: ['http://localhost/callback'],
    };
    await server.get(Bootstrap).apply({ clients: [client] });
  });
  test.afterAll(async () => {
    await server.close();
    thirdParty.close();
  });

  test.beforeEach(() => rows(server, 'DELETE FROM consent'));

  const authorizeUrl = (state: string): string => {
    const asked = {
      response_type: 'code',
      client_id: 'prints',
      state,
      redirect_uri: callback,
      scope: 'account',
    };
    return `${server.url}/authorize?${new URLSearchParams(asked).toString()}`;
  };

  async function open(url: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, options);
    await watched.page.goto(url);
    return watched;
  }

  async function signIn(page: Page, { email, password } = ANNA): Promise<void> {
    await submitSignIn(page, { email, password });
  }

  /** German has the longest words: it is judged in every look, the others where they have the least room. */
  for (const locale of LANGUAGES)
    test(`sign-in, consent, connected apps and signed out look well and pass axe, in ${locale}`, async () => {
      const watched = await open(authorizeUrl('looks'), { locale, viewport: PHONE });
      const { page } = watched;
      const flaws: string[] = [];
      const look = async (name: string) => {
        const found = locale === 'de' ? watched.flaws(name) : watched.tooWide();
        flaws.push(...(await found).map((flaw) => `${name}: ${flaw}`));
        await watched.screenshot(`authorization-${name}-${locale}`);
      };
      await expect(page.locator('main')).toContainText('Paper Boat Prints');
      await expect(watched.page.locator('html')).toHaveAttribute('lang', locale);
      await look('1-sign-in');
      await signIn(page);
      await expect(page.locator('button[value=allow]')).toBeVisible();
      expect(watched.problems).toEqual([]);
      await look('2-consent');
      await page.click('button[value=allow]');
      await expect(page.locator('h1:has-text("Back at the shop")')).toBeVisible();
      await page.goto(`${server.url}/account`);
      await look('3-account');
      await page.goto(`${server.url}/account/applications`);
      await look('3-apps');
      await page.click('form[action="/account/disconnect"] button');
      await page.waitForURL(`${server.url}/account/applications`);
      await expect(page.locator('form[action="/account/disconnect"]')).toHaveCount(0);
      await look('4-no-apps');
      await page.click('form[action="/sign-out"] button');
      await page.waitForURL(`${server.url}/sign-out`);
      await look('5-signed-out');
      await page.goto(`${server.url}/challenge?session_id=over`);
      await look('6-over');
      await page.goto(`${server.url}/authorize?client_id=nobody`);
      await look('7-refused');
      await watched.close();
      expect(flaws).toEqual([]);
    });
});
