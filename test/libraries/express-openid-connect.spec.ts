import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ANNA, LibraryServer, SITE } from './library-server.js';
import { locationOf, Visitor } from './web-app.js';

const PROGRAM = fileURLToPath(new URL('express-openid-connect-app.mjs', import.meta.url));

describe('express-openid-connect signs a user in', () => {
  let server: LibraryServer;
  let app: ChildProcess;
  let url: string;
  let visitor: Visitor;
  beforeAll(async () => {
    server = await LibraryServer.start();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    visitor = new Visitor();
  });
  afterEach(() => void app.kill());

  async function start(more: Record<string, string> = {}): Promise<void> {
    app = spawn(process.execPath, [PROGRAM], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ISSUER_BASE_URL: server.url,
        CLIENT_ID: SITE.id,
        SECRET: 'of the test, for its cookies, long enough',
        ...more,
      },
    });
    const lines = createInterface(app.stdout as NonNullable<typeof app.stdout>);
    [url] = (await once(lines, 'line')) as [string];
  }
  const answerOf = async (path: string): Promise<unknown> => (await visitor.ask(`${url}${path}`)).json();
  const told = () => ({ iss: server.url, aud: SITE.id, sub: '1' });

  it('by an id_token in a form, with its defaults', async () => {
    await start();
    const link = locationOf(await visitor.ask(`${url}/login`));
    expect(new URL(link).searchParams.get('response_type')).toBe('id_token');
    expect(locationOf(await visitor.signsIn(link, ANNA))).toBe(url);
    expect(await answerOf('/')).toEqual({
      claims: expect.objectContaining({ ...told(), name: ANNA.name, email: ANNA.email }),
      info: null,
    });
    expect(locationOf(await visitor.ask(`${url}/logout`))).toBe(url);
    expect(await answerOf('/')).toEqual({ claims: null, info: null });
  });

  it('by a code: reads the userinfo, refreshes, signs out, in the app and on the server', async () => {
    await start({ CLIENT_SECRET: SITE.secret });
    const link = locationOf(await visitor.ask(`${url}/login`));
    expect(locationOf(await visitor.signsIn(link, ANNA))).toBe(url);
    expect(await answerOf('/')).toEqual({
      claims: expect.objectContaining(told()),
      info: expect.objectContaining({ sub: '1', name: ANNA.name, email: ANNA.email, email_verified: false }),
    });
    expect(await answerOf('/refresh')).toEqual({ isNew: true, name: ANNA.name });

    const there = new URL(locationOf(await visitor.ask(`${url}/logout`)));
    expect(await answerOf('/')).toEqual({ claims: null, info: null });
    expect(there.origin + there.pathname).toBe(`${server.url}/logout`);
    const page = await (await fetch(there)).text();
    expect(page).toContain('<h1>Sign out?</h1>');
    expect(page).toContain(`name="post_logout_redirect_uri" value="${url}"`);
  });
});
