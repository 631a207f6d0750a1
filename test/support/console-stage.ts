import type { BrowserContextOptions } from '@playwright/test';
import { newAdmin, type Admin } from './admin-api.js';
import { browser, expect, submitSignIn, test } from './page-test.js';
import { startApp, type TestServer } from './start-app.js';
import { WatchedPage } from './watched-page.js';

/** A server with an administrator, for the tests of the block in which this is called. */
export class ConsoleStage {
  private started?: { readonly server: TestServer; readonly admin: Admin };

  /** @param options of each page; @param prepare what is there before the first test */
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

  /** A page of the console, for who just signed in there. */
  async open(path: string, who = this.admin): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, this.options);
    await watched.page.goto(`${this.server.url}${path}`);
    await submitSignIn(watched.page, who);
    await expect(watched.page.locator('.top')).toBeVisible(); // a reload before it would meet no page
    return watched;
  }

  private get here() {
    if (!this.started) throw new Error('The stage is there from the first test on.');
    return this.started;
  }
}
