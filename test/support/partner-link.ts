import { IdentityProvider } from './identity-provider.js';
import { JwksServer } from './jwks-server.js';
import { test } from './page-test.js';
import { ISSUER, linkOf, present, startWithPartners } from './single-sign-on.js';
import type { TestServer } from './start-app.js';

/**
 * A server with a partner's portal, for the tests of the surrounding block.
 * @returns a function for the address of the page that connects an account: for a user's `sub` at the portal
 */
export function linksOfPortal(): (sub: string) => Promise<string> {
  let portal: IdentityProvider;
  let published: JwksServer;
  let server: TestServer;
  test.beforeAll(async () => {
    [portal, published] = await Promise.all([IdentityProvider.make(ISSUER), JwksServer.start()]);
    server = await startWithPartners(portal, published);
  });
  test.afterAll(async () => {
    await server.close();
    await published.close();
  });
  return async (sub) => {
    const email = `${'benjamin'.repeat(20)}@portal.example`;
    return server.url + linkOf(server, await present(server, await portal.assert(server, { sub, email })));
  };
}
