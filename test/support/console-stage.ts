import type { BrowserContextOptions } from '@playwright/test';
import { newAdmin, type Admin } from './admin-api.js';
import { browser, expect, submitSignIn, test } from './page-test.js';
import { startApp, type TestServer } from './start-app.js';
import { WatchedPage } from './watched-page.js';

/** A server with an administrator, for the tests of the surrounding block. */
export class ConsoleStage {
  private started?: { readonly server: TestServer; readonly admin: Admin };

  /** @param options of each page; @param prepare sets up what the first test needs */
  constructor(
    private readonly options: BrowserContextOptions = {},
    prepare: (server: TestServer) => Promise<unknown> = () => Promise.resolve(),
  ) {
    test.beforeAll(async () => {
      const server = await startApp();
      this.started = { server, admin: await newAdmin(server) };
      await prepare(server);
    });
    test.afterAll(() => this.server.close());
  }

  get server(): TestServer {
    return this.here.server;
  }

  get admin(): Admin {
    return this.here.admin;
  }

  /** A page of the console, just after signing in there. */
  async open(path: string, who = this.admin): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, this.options);
    await watched.page.goto(`${this.server.url}${path}`);
    await submitSignIn(watched.page, who);
    await expect(watched.page.locator('.top')).toBeVisible(); // an earlier reload would find no page
    return watched;
  }

  private get here() {
    if (!this.started) throw new Error('The stage is there from the first test on.');
    return this.started;
  }
}
