import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ANNA, LibraryServer, SITE } from './library-server.js';
import { locationOf, Visitor } from './web-app.js';

const PROGRAM = fileURLToPath(new URL('express-openid-connect-app.mjs', import.meta.url));

describe('express-openid-connect signs a user in by a code, else with its defaults', () => {
  let server: LibraryServer;
  let app: ChildProcess;
  let url: string;
  const visitor = new Visitor();
  beforeAll(async () => {
    server = await LibraryServer.start();
    app = spawn(process.execPath, [PROGRAM], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ISSUER_BASE_URL: server.url,
        CLIENT_ID: SITE.id,
        CLIENT_SECRET: SITE.secret,
        SECRET: 'of the test, for its cookies, long enough',
      },
    });
    const lines = createInterface(app.stdout as NonNullable<typeof app.stdout>);
    [url] = (await once(lines, 'line')) as [string];
  });
  afterAll(async () => {
    app.kill();
    await server.close();
  });

  const answerOf = async (path: string): Promise<unknown> => (await visitor.ask(`${url}${path}`)).json();

  it('takes the id_token, signed with RS256, and the userinfo', async () => {
    const link = locationOf(await visitor.ask(`${url}/login`));
    expect(locationOf(await visitor.signsIn(link, ANNA))).toBe(url);
    expect(await answerOf('/')).toEqual({
      claims: expect.objectContaining({ iss: server.url, aud: SITE.id, sub: '1' }),
      info: { sub: '1', name: ANNA.name, email: ANNA.email, email_verified: false },
    });
  });

  it('refreshes', async () => {
    expect(await answerOf('/refresh')).toEqual({ isNew: true, name: ANNA.name });
  });

  it('signs out, here and there', async () => {
    const there = new URL(locationOf(await visitor.ask(`${url}/logout`)));
    expect(await answerOf('/')).toEqual({ claims: null, info: null });
    expect(there.origin + there.pathname).toBe(`${server.url}/logout`);
    const page = await (await fetch(there)).text();
    expect(page).toContain('<h1>Sign out?</h1>');
    expect(page).toContain(`name="post_logout_redirect_uri" value="${url}"`);
  });
});
