import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import {
  exampleClient,
  FRAMEWORKS,
  snippetsOf,
  type Snippet,
} from '../../src/platform/reference/snippets/snippets.js';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { rows } from '../support/database-rows.js';
import { ANNA } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const CLIENT = `it's-a-page`;

/** What an application does with each snippet: it shows "Sign in", then the name of the user, as a list of what it knows. */
const APPLICATIONS: Readonly<Record<string, string>> = {
  'oidc-client-ts': `import { signIn, user } from './auth.js';
    show(user && user.profile.name, signIn);`,
  'react-oidc-context': `import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import { App } from './app.jsx';
    createRoot(document.querySelector('main')).render(createElement(App));`,
  'AppAuth-JS': `import { signIn, tokens } from './auth.js';
    const had = await tokens();
    const headers = had && { Authorization: 'Bearer ' + had.accessToken };
    const user = had && (await (await fetch(AUTHORITY + '/userinfo', { headers })).json());
    show(user && user.name, signIn);`,
};
const SHOW = `function show(name, signIn) {
  const main = document.querySelector('main');
  main.innerHTML = name ? '<p></p>' : '<button>Sign in</button>';
  if (name) main.firstChild.textContent = 'Hello ' + name;
  else main.firstChild.onclick = () => signIn();
}`;

test.describe('snippets for pages run as they are printed (D389)', () => {
  let server: TestServer;
  let site: Server;
  let origin: string;
  let script = '';
  const folder = mkdtempSync(join(tmpdir(), 'hearth-page-'));
  test.beforeAll(async () => {
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    site = createServer(({ url }, response) => {
      const isScript = url === '/app.js';
      response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
      response.end(
        isScript
          ? script
          : '<!doctype html><title>Page</title><main></main><script type="module" src="/app.js"></script>',
      );
    });
    await new Promise<void>((listening) => site.listen(0, 'localhost', listening));
    origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    server = await startApp();
    server.clock.go(); // libraries compare an id_token with the clock of the browser
    await server.get(Bootstrap).apply({
      clients: [
        {
          ...{ clientId: CLIENT, name: 'Page', ruleset: 'WEB', clientType: 'public', profile: 'strict' },
          ...{ redirectUrls: [`${origin}/callback`], isPrivileged: false },
        },
      ],
    });
  });
  test.afterAll(async () => {
    await server.close();
    site.close();
    rmSync(folder, { recursive: true });
  });

  test.beforeEach(() => rows(server, 'DELETE FROM consent'));

  const bundled = async ({ file = '', text }: Snippet, application: string): Promise<string> => {
    writeFileSync(join(folder, file), text);
    writeFileSync(join(folder, 'main.jsx'), `${application}\n${SHOW}`);
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'main.jsx')],
      define: { AUTHORITY: `'${server.url}'`, 'process.env.NODE_ENV': '"production"' },
      ...{
        bundle: true,
        write: false,
        format: 'esm',
        jsx: 'automatic',
        platform: 'browser',
        logLevel: 'error',
      },
    });
    return outputFiles[0].text;
  };

  for (const { name, isUntried } of FRAMEWORKS.filter(({ runsIn }) => runsIn === 'page'))
    if (!isUntried)
      test(`${name} signs a person in, as a strict client without a secret`, async () => {
        const client = { ...exampleClient(server.url), clientId: CLIENT, secret: null };
        const values = { ...client, redirectUri: `${origin}/callback` };
        const snippet = snippetsOf('code', values).find((one) => one.name === name) as Snippet;
        script = await bundled(snippet, APPLICATIONS[name]);
        const { page } = await WatchedPage.open(browser);
        await page.goto(origin);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await submitSignIn(page, ANNA);
        await page.click('button[value=allow]');
        await expect(page.locator('main')).toHaveText('Hello Anna K.');
      });
});
