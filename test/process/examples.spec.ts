import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from '@playwright/test';
import { readDemoCredentials } from '../../src/provisioning/bootstrap/demo-data.js';
import { openBrowser } from '../support/browser.js';
import { startExample, type RunningExample } from '../support/example-app.js';
import { Workplace, type ServerProcess } from '../support/server-process.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a program of `examples/` until it ends. */
function run(args: string[], env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const program = execFile(process.execPath, args, { cwd: PROJECT, env }, (_error, stdout, stderr) =>
      resolve({ code: program.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

describe('examples that no quickstart shows, unmodified, and what can go wrong, against the demo server', () => {
  const place = new Workplace();
  let demo: string;
  let server: ServerProcess;
  beforeAll(async () => {
    server = await place.start();
    await server.announced();
    demo = place.path('data/demo.env');
  });
  afterAll(() => place.close());

  it.each([
    ['examples/mac-client', 'signs a call'],
    ['examples/dpop-client', 'binds its token to a key'],
  ])('%s %s and shows the account', async (folder) => {
    const args = [`--env-file=${demo}`, `${folder}/client.mjs`];
    const { output } = await run(args);
    expect(output).toContain("name: 'Bob Demo'");
    expect(output).toContain("familyName: 'The Demo family'");
  });

  describe('in a real browser', () => {
    let examples: RunningExample[];
    let browser: Browser;
    beforeAll(async () => {
      const names = ['third-party-app', 'web-flow-app'] as const;
      const started = names.map((name) => startExample(name, {}, [`--env-file=${demo}`]));
      [browser, ...examples] = await Promise.all([openBrowser(), ...started]);
    });
    afterAll(async () => {
      await browser.close();
      await Promise.all(examples.map((example) => example.stop()));
    });

    it.each([
      ['third-party-app', 0],
      ['web-flow-app', 1],
    ])('examples/%s ends with an error if its port is taken', async (name, at) => {
      const taken = { PORT: new URL(examples[at].home).port };
      const { code, output } = await run([`--env-file=${demo}`, `examples/${name}/app.mjs`], taken);
      expect([code, output]).toEqual([1, expect.stringContaining('EADDRINUSE')]);
      expect(output).not.toContain('Open ');
    });

    /** The session cookie that an example gave the browser. */
    async function cookieOf(page: Page): Promise<string> {
      const cookies = await page.context().cookies(examples.map(({ home }) => home));
      const [{ name, value }] = cookies.filter((cookie) => /^(connect\.sid|family-site)$/.test(cookie.name));
      return `${name}=${value}`;
    }

    /** An attacker who planted the id before, or read it, is not signed in with it. */
    async function expectRenewed(page: Page, before: string, signedOut: string): Promise<void> {
      expect(await cookieOf(page)).not.toBe(before);
      const answer = await fetch(page.url(), { headers: { Cookie: before } });
      expect(await answer.text()).toContain(signedOut);
    }

    it('examples/third-party-app handles a declined request, connects under a new session id, and disconnects', async () => {
      const { member } = readDemoCredentials(place.path('data')) ?? {};
      const page = await browser.newPage();
      await page.goto(examples[0].home);
      await page.click('text=Connect with Hearth');
      await page.fill('#identifier', member?.identifier ?? '');
      const before = await cookieOf(page);
      await page.fill('#password', member?.password ?? '');
      await page.click('form.card button[type=submit]');
      await page.click('button[value=deny]');
      await page.waitForSelector('text=You did not allow it.');
      await page.click('text=Connect with Hearth');
      await page.click('button[value=allow]');
      await page.waitForSelector('text=Hello Bob Demo of The Demo family');
      await expectRenewed(page, before, 'Connect with Hearth');
      await page.click('text=Disconnect');
      await page.waitForSelector('text=Disconnected');
      expect(await page.locator('text=Connect with Hearth').count()).toBe(1);
      await page.close();
    });

    it('examples/web-flow-app signs in by its own form, shows the family, signs out', async () => {
      const { member } = readDemoCredentials(place.path('data')) ?? {};
      const page = await browser.newPage();
      await page.goto(examples[1].home);
      await page.fill('#login', member?.identifier ?? '');
      const before = await cookieOf(page);
      await page.fill('#password', member?.password ?? '');
      await page.click('text=Sign in');
      await page.waitForSelector('text=Signed in as Bob Demo');
      expect(await page.textContent('li')).toBe('The Demo family, with a calendar');
      await expectRenewed(page, before, 'id="login"');
      await page.click('text=Sign out');
      await page.waitForSelector('#login');
      await page.close();
    });
  });
});
