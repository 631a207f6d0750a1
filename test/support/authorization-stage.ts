import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { CookieBrowser, startWithThirdParties } from './authorization.js';
import type { TestServer } from './start-app.js';

/** What each story begins with. */
export interface Stage {
  readonly server: TestServer;
  /** Fresh: without a cookie. */
  readonly browser: CookieBrowser;
}

/**
 * One server with the third parties for all stories of a file. Before each of them half an hour passes, so that failed
 * sign-ins of an earlier one are forgotten.
 */
export function useThirdParties(begin: (stage: Stage) => void | Promise<void>): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    await begin({ server, browser: new CookieBrowser(server) });
  });
}
