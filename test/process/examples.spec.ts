import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { readDemoCredentials } from '../../src/bootstrap/demo-data.js';
import { launchBrowser } from '../support/browser.js';
import { freePort } from '../support/free-port.js';
import { Workplace } from '../support/server-process.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

describe('the examples, as they stand, against the demo server', () => {
  const place = new Workplace();
  let demo: string;
  beforeAll(async () => {
    const server = await place.start();
    await server.announced();
    demo = place.path('data/demo.env');
  });
  afterAll(() => place.close());

  it('examples/mac-client signs a call and shows the account', async () => {
    const args = [`--env-file=${demo}`, 'examples/mac-client/client.mjs'];
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { cwd: PROJECT, env: {} }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
    expect(output).toContain("name: 'Bob Demo'");
    expect(output).toContain("familyName: 'The Demo family'");
  });

  describe('examples/third-party-app, in a real browser', () => {
    let app: ChildProcess;
    let browser: Browser;
    let home: string;
    beforeAll(async () => {
      const port = await freePort();
      home = `http://localhost:${port}`;
      const args = [`--env-file=${demo}`, 'examples/third-party-app/app.mjs'];
      app = spawn(process.execPath, args, { cwd: PROJECT, env: { PORT: String(port) }, stdio: 'pipe' });
      [browser] = await Promise.all([launchBrowser(), once(app.stdout as NodeJS.ReadableStream, 'data')]);
    });
    afterAll(async () => {
      await browser.close();
      app.kill();
      await once(app, 'exit');
    });

    it('connects, shows the family, refreshes, disconnects; and hears a no', async () => {
      const { member } = readDemoCredentials(place.path('data')) ?? {};
      const page = await browser.newPage();
      await page.goto(home);
      await page.click('text=Connect with Hearth');
      await page.fill('#identifier', member?.identifier ?? '');
      await page.fill('#password', member?.password ?? '');
      await page.click('form.card button[type=submit]');
      await page.click('button[value=deny]');
      await page.waitForSelector('text=You did not allow it.');
      await page.click('text=Connect with Hearth');
      await page.click('button[value=allow]');
      await page.waitForSelector('text=Signed in as Bob Demo');
      expect(await page.textContent('li')).toBe('The Demo family');
      await page.click('text=Refresh the token');
      await page.waitForSelector('text=There is a new access token');
      await page.click('text=Disconnect');
      await page.waitForSelector('text=Disconnected');
      expect(await page.locator('text=Connect with Hearth').count()).toBe(1);
      await page.close();
    });
  });
});
