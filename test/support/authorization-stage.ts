import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { CookieBrowser, startWithThirdParties } from './authorization.js';
import type { TestServer } from './start-app.js';

/** The initial state of each story. */
interface Stage {
  readonly server: TestServer;
  /** A new browser without cookies. */
  readonly browser: CookieBrowser;
}

/**
 * One server with the third parties for all stories of a file. The clock advances by half an hour before each, so that
 * failed sign-ins of earlier ones have expired.
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
