import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { tokensFor } from '../support/a01.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const LIBRARY = readFileSync(createRequire(import.meta.url).resolve('keycloak-js'));
const CLIENT = 'meadow-page';

/** keycloak-js as a client of any OpenID Provider, without Keycloak's own frames. */
const pageOf = (
  authority: string,
): string => `<!doctype html><title>Meadow</title><button>Sign in</button><pre></pre>
<script type="module">
  import Keycloak from '/keycloak.js';
  const library = new Keycloak({ oidcProvider: '${authority}', clientId: '${CLIENT}' });
  const begin = (more = {}) =>
    library.init({ checkLoginIframe: false, ...more }).then(
      (isSignedIn) => ({ isSignedIn }),
      ({ name, message }) => ({ name, message }),
    );
  window.began = (tokens) => begin(tokens);
  document.querySelector('button').onclick = () => library.login();
  if (location.pathname === '/') document.querySelector('pre').textContent = JSON.stringify(await begin());
</script>`;

test.describe('keycloak-js, which reads every token as a JWT (D420)', () => {
  let server: TestServer;
  let site: Server;
  let origin: string;
  test.beforeAll(async () => {
    site = createServer(({ url }, response) => {
      const isLibrary = url === '/keycloak.js';
      response.setHeader('Content-Type', isLibrary ? 'text/javascript' : 'text/html');
      response.end(isLibrary ? LIBRARY : pageOf(server.url));
    });
    await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
    origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    server = await startApp();
    await server.get(Bootstrap).apply({
      clients: [
        {
          ...{ clientId: CLIENT, name: 'Meadow', ruleset: 'WEB', profile: 'strict', isPrivileged: false },
          ...{ clientType: 'public', redirectUrls: [`${origin}/`] },
        },
      ],
    });
  });
  test.afterAll(async () => {
    await server.close();
    site.close();
  });

  test('gets its code in the fragment, and its browser keeps the tokens from it: it sends cookies along', async () => {
    const { page } = await WatchedPage.open(browser);
    await page.goto(`${origin}/`);
    await expect(page.locator('pre')).toHaveText('{"isSignedIn":false}');
    const redeemed = page.waitForRequest(`${server.url}/token`);
    await page.click('button');
    await submitSignIn(page, ANNA);
    const back = page.waitForRequest(
      (request) => request.url().startsWith(origin) && request.isNavigationRequest(),
    );
    await page.click('button[value=allow]');
    expect(new URL((await back).url()).search).toBe('');
    const form = new URLSearchParams((await redeemed).postData() ?? '');
    expect([form.get('client_id'), form.get('redirect_uri')]).toEqual([CLIENT, `${origin}/`]);
    expect(form.get('code')).toMatch(/^[\w-]{43}$/);
    await expect(page.locator('pre')).toHaveText('{"name":"TypeError","message":"Failed to fetch"}');
  });

  test('takes no token of Hearth, however it comes', async () => {
    const { access_token: token, refresh_token: refreshToken } = await tokensFor(
      server,
      ANNA,
      'Bearer',
      CLIENTS.app,
    );
    const { page } = await WatchedPage.open(browser);
    await page.goto(`${origin}/elsewhere`);
    await page.waitForFunction('window.began');
    expect(await page.evaluate(`began(${JSON.stringify({ token, refreshToken })})`)).toEqual({
      name: 'Error',
      message: 'Unable to decode token, payload not found.',
    });
  });
});
