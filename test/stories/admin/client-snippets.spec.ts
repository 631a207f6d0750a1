import { Auth, type AuthConfig } from '@auth/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  exampleClient,
  exampleSnippets,
  FRAMEWORKS,
  snippetsOf,
} from '../../../src/platform/reference/snippets/snippets.js';
import type { Flow, SnippetClient } from '../../../src/platform/reference/snippets/snippet.js';
import { listenerOf, locationOf, Visitor, WebApp } from '../../libraries/web-app.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { ANNA } from '../../support/fixtures.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const snippetBy = (name: string, flow: Flow, client: SnippetClient) =>
  snippetsOf(flow, client).find((snippet) => snippet.name === name)?.text ?? '';
const QUOTED = { clientId: `it's-"1"-$HOME\\`, secret: `se'cr"et\\` };

describe('snippets for frameworks (D389)', () => {
  let server: TestServer;
  let api: AdminApi;
  /** Libraries have the time of day, which goes on while other tests run. */
  const itIsNow = () => server.clock.advance({ seconds: (Date.now() - server.clock.millis()) / 1000 });
  beforeAll(async () => {
    server = await startApp();
    itIsNow();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  beforeEach(() => itIsNow());
  afterAll(() => server.close());

  it('Auth.js signs people in with its snippet and nothing else, as a strict client', async () => {
    const client = { clientId: QUOTED.clientId, name: 'Next', ruleset: 'WEB', clientType: 'confidential' };
    const callback = '/api/auth/callback/hearth';
    let provider: AuthConfig = { providers: [] };
    const more = {
      secret: 'of the test, for its cookies, long enough',
      trustHost: true,
      basePath: '/api/auth',
    };
    const app = await WebApp.start((url) =>
      listenerOf(url, (asked) => Auth(asked, { ...provider, ...more })),
    );
    try {
      const body = { ...client, profile: 'strict', redirectUrls: [`${app.url}${callback}`] };
      const { body: made } = await api.send('POST', '/clients', { body });
      const values = { ...exampleClient(server.url), ...QUOTED, secret: String(made.secret) };
      provider = await settingsIn(snippetBy('Auth.js', 'code', values));
      const visitor = new Visitor();
      const { csrfToken } = (await (await visitor.ask(`${app.url}/api/auth/csrf`)).json()) as {
        csrfToken: string;
      };
      const begun = await visitor.ask(
        `${app.url}/api/auth/signin/hearth`,
        new URLSearchParams({ csrfToken }),
      );
      expect(locationOf(await visitor.signsIn(locationOf(begun), ANNA))).toBe(app.url);
      const session: unknown = await (await visitor.ask(`${app.url}/api/auth/session`)).json();
      expect(session).toMatchObject({ user: { name: 'Anna K.', email: ANNA.email } });
    } finally {
      await app.close();
    }
    expect(FRAMEWORKS.find(({ name }) => name === 'Auth.js')?.notes.code).toContain(callback);
  });

  it('/docs prints those of each framework, with an example’s values', async () => {
    const page = await (await fetch(`${server.url}/docs/sign-in`)).text();
    for (const { name, text } of exampleSnippets(server.url)) {
      expect(page).toContain(`Copy ${name}`);
      expect(page).toContain(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'));
    }
  });
});

/** What a snippet hands to NextAuth, which takes what Auth of the same library takes. */
async function settingsIn(snippet: string): Promise<AuthConfig> {
  const first = "import NextAuth from 'next-auth';";
  expect(snippet).toContain(first);
  const program = snippet.replace(first, 'const NextAuth = (config) => ({ handlers: config });');
  const { handlers } = (await import(`data:text/javascript,${encodeURIComponent(program)}`)) as {
    handlers: AuthConfig;
  };
  return handlers;
}
