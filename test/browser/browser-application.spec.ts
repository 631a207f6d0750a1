import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { ANNA } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const LIBRARY = readFileSync(
  createRequire(import.meta.url)
    .resolve('oidc-client-ts')
    .replace(/dist\/.*/, 'dist/browser/oidc-client-ts.min.js'),
);
const CLIENT = 'garden-page';
/** A client whose pages are at another origin. */
const OTHER = 'orchard-page';

/** The code of docs/sign-people-in/browser-applications.md; each step leaves its result in the page. */
const pageOf = (authority: string): string => `<!doctype html><title>Garden</title><h1>Garden</h1>
<button>Sign in</button><pre></pre>
<script src="/oidc-client-ts.js"></script>
<script type="module">
  const users = new oidc.UserManager({
    authority: '${authority}',
    client_id: '${CLIENT}',
    redirect_uri: location.origin + '/callback',
    scope: 'openid account',
    automaticSilentRenew: false,
  });
  const say = (found) => (document.querySelector('pre').textContent = JSON.stringify(found));
  const account = async ({ access_token }) => {
    const answer = await fetch('${authority}/api/acc/getloggedaccount', {
      headers: { Authorization: 'Bearer ' + access_token },
    });
    return { status: answer.status, body: await answer.json(), challenge: answer.headers.get('WWW-Authenticate') };
  };
  document.querySelector('button').onclick = () => users.signinRedirect();
  if (location.pathname === '/callback') {
    const first = await users.signinRedirectCallback();
    const renewed = await users.signinSilent();
    const answer = await account(renewed);
    await users.revokeTokens();
    say({
      sub: first.profile.sub,
      isRotated: first.refresh_token !== renewed.refresh_token,
      name: answer.body.a01.r.r.name,
      after: await account(renewed).then(({ status, challenge }) => [status, challenge]),
    });
  }
</script>`;

test.describe('app in a browser, at another origin, with oidc-client-ts', () => {
  let server: TestServer;
  let site: Server;
  let origin: string;
  test.beforeAll(async () => {
    site = createServer(({ url }, response) => {
      const isLibrary = url === '/oidc-client-ts.js';
      response.setHeader('Content-Type', isLibrary ? 'text/javascript' : 'text/html');
      response.end(isLibrary ? LIBRARY : pageOf(server.url));
    });
    await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
    origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    server = await startApp();
    server.clock.go(); // the library compares an id_token with the clock of the browser
    await server.get(Bootstrap).apply({
      clients: [client(CLIENT, [`${origin}/callback`]), client(OTHER, ['https://orchard.example/callback'])],
    });
  });
  test.afterAll(async () => {
    await server.close();
    site.close();
  });

  const client = (clientId: string, redirectUrls: string[]) => ({
    clientId,
    name: 'Garden',
    ruleset: 'WEB',
    clientType: 'public' as const,
    profile: 'strict' as const,
    redirectUrls,
    isPrivileged: false,
  });

  test('signs in, renews its tokens, calls the API, signs out, and can read why it is refused afterwards', async () => {
    const { page } = await WatchedPage.open(browser);
    await page.goto(origin);
    await page.click('button');
    await submitSignIn(page, ANNA);
    await page.click('button[value=allow]');
    await expect(page.locator('pre')).not.toBeEmpty();
    expect(JSON.parse((await page.textContent('pre')) ?? '')).toEqual({
      sub: '1',
      isRotated: true,
      name: 'Anna K.',
      after: [401, expect.stringContaining('error="invalid_token"')],
    });
  });

  test('can read nothing of a client whose pages are at other origins', async () => {
    const { page } = await WatchedPage.open(browser);
    await page.goto(`${origin}/elsewhere`);
    const read = page.evaluate<string>(
      `fetch('${server.url}/token', { method: 'POST', body: new URLSearchParams({ client_id: '${OTHER}',
         grant_type: 'refresh_token', refresh_token: 'x' }) }).then(() => 'read', ({ name }) => name)`,
    );
    expect(await read).toBe('TypeError');
  });
});
