import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { ANNA } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const CLIENT = 'page';

/** The library as a page loads it: one file, for browsers. */
const LIBRARY = execFileSync(createRequire(import.meta.url).resolve('esbuild/bin/esbuild'), [
  fileURLToPath(new URL('../../client/src/hearth-client.ts', import.meta.url)),
  ...['--bundle', '--minify', '--format=esm', '--platform=browser'],
]);

/** The code of docs/sign-people-in/client-library.md; the results are read from `app`. */
const pageOf = (address: string): string => `<!doctype html><title>Garden</title><h1>Garden</h1>
<button>Sign in</button><pre></pre>
<script type="module">
  import { FizApiKeyInsufficientRightsException, Grant, newDpopKey, PublicClient, SignInRequired } from '/hearth-client.js';

  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('garden', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const keys = (mode) => database.transaction('keys', mode).objectStore('keys');
  const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));

  let dpop = await done(keys('readonly').get('dpop'));
  if (!dpop) await done(keys('readwrite').put((dpop = await newDpopKey()), 'dpop'));

  const client = new PublicClient('${address}', { clientId: '${CLIENT}', dpop });
  const store = {
    get: () => JSON.parse(localStorage.getItem('tokens')),
    set: (tokens) => localStorage.setItem('tokens', JSON.stringify(tokens)),
  };
  const grant = new Grant(client, store);

  document.querySelector('button').onclick = async () => {
    const redirect_uri = location.origin + '/callback';
    const { url, kept } = await client.authorizationRequest({ redirect_uri, scope: 'openid account' });
    sessionStorage.setItem('asked', JSON.stringify(kept));
    location.assign(url);
  };

  if (location.pathname === '/callback') {
    const kept = JSON.parse(sessionStorage.getItem('asked')) ?? undefined;
    sessionStorage.removeItem('asked');
    const problem = await client.exchange(location.href, kept).then(store.set, (error) => error);
    history.replaceState(null, '', '/');
    document.querySelector('pre').textContent = problem ? problem.name + ': ' + problem.message : 'Signed in';
  }
  globalThis.app = { client, grant, store, dpop, FizApiKeyInsufficientRightsException, SignInRequired };
</script>`;

test.describe('client library in a browser, at another origin (D273)', () => {
  let server: TestServer;
  let site: Server;
  let origin: string;
  test.beforeAll(async () => {
    site = createServer(({ url }, response) => {
      const isLibrary = url === '/hearth-client.js';
      response.setHeader('Content-Type', isLibrary ? 'text/javascript' : 'text/html');
      response.end(isLibrary ? LIBRARY : pageOf(server.url));
    });
    await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
    origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    server = await startApp();
    server.clock.go(); // the browser has a clock of its own
    await server.get(Bootstrap).apply({
      clients: [
        {
          clientId: CLIENT,
          name: 'Garden',
          ruleset: 'WEB',
          clientType: 'public',
          profile: 'strict',
          redirectUrls: [`${origin}/callback`],
          isPrivileged: false,
          dpopBoundAccessTokens: true,
          requiresDpopNonce: true,
        },
      ],
    });
  });
  test.afterAll(async () => {
    await server.close();
    site.close();
  });

  async function signedIn(): Promise<Page> {
    const { page } = await WatchedPage.open(browser);
    await page.goto(origin);
    await page.click('button');
    await submitSignIn(page, ANNA);
    await page.click('button[value=allow]');
    await expect(page.locator('text=Signed in')).toBeVisible();
    return page;
  }

  /** The status of each answer to token requests that pages of the context send from now on. */
  function watched(context: BrowserContext): number[] {
    const statuses: number[] = [];
    context.on('response', (response) => {
      if (response.url() === `${server.url}/token`) statuses.push(response.status());
    });
    return statuses;
  }

  test('signs in by PKCE with a key that nobody can read, calls the API, and signs out', async () => {
    const page = await signedIn();
    await expect(page).toHaveURL(`${origin}/`);
    expect(await page.evaluate("app.grant.call('acc/getloggedaccount').then(({ name }) => name)")).toBe(
      'Anna K.',
    );
    expect(await page.evaluate('app.store.get().token_type')).toBe('DPoP');
    const read = "crypto.subtle.exportKey('jwk', app.dpop.privateKey).then(() => 'read', ({ name }) => name)";
    expect(await page.evaluate(read)).toBe('InvalidAccessError');
    await page.evaluate('app.grant.revoke()');
    const after = "app.grant.call('acc/ping').catch((error) => error instanceof app.SignInRequired)";
    expect(await page.evaluate(after)).toBe(true);
  });

  test('two tabs with a token that was revoked refresh once, and both have the new one', async () => {
    const first = await signedIn();
    const second = await first.context().newPage();
    await second.goto(origin);
    await second.waitForFunction('globalThis.app');
    const tokens = await first.evaluate<{ access_token: string }>('app.store.get()');
    await first.evaluate('app.client.revoke(app.store.get().access_token)');
    const statuses = watched(first.context());
    const ten = `Promise.all([...Array(10)].map(() => app.grant.call('acc/getloggedaccount')))
      .then((accounts) => accounts.map(({ families }) => families[0].premiumType))`;
    for (const types of await Promise.all([first, second].map((page) => page.evaluate(ten))))
      expect(types).toEqual(Array(10).fill(2));
    for (const page of [first, second])
      expect(await page.evaluate('app.store.get().access_token')).not.toBe(tokens.access_token);
    // A tab without a nonce is asked for one as well.
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test('reads errors by class, and rejects a response that it did not ask for', async () => {
    const page = await signedIn();
    const refused = `app.grant.call('prov/search', { login: 'x' })
      .catch((error) => [error instanceof app.FizApiKeyInsufficientRightsException, error.name, error.status])`;
    expect(await page.evaluate(refused)).toEqual([true, 'FizApiKeyInsufficientRightsException', 509]);
    await page.goto(`${origin}/callback?code=stolen&state=forged&iss=${encodeURIComponent(server.url)}`);
    await expect(page.locator('text=InvalidCallback')).toBeVisible();
  });
});
