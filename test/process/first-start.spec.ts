import { readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { declaredDocument } from '../../src/app.document.js';
import type { Body } from '../support/a01.js';
import { paste } from '../support/curl.js';
import type { ServerProcess } from '../support/server-process.js';
import { Workplace } from '../support/server-process.js';

describe('starting Hearth for the first time', () => {
  const place = new Workplace('none');
  let server: ServerProcess;
  beforeAll(async () => {
    server = await place.start();
    await server.announced();
  });
  afterAll(() => place.close());

  const line = () => server.output.split('\n').find((each) => each.startsWith('  curl ')) ?? '';
  const demo = () => readFileSync(place.path('data', 'demo.env'), 'utf8');
  /** In the project's folder, as a reader does; the data is elsewhere here. */
  const inShell = (text: string) => paste(`export DATA_DIR='${place.path('data')}'; ${text}`, place.folder);

  it('prints ten lines: the address, an account to sign in with, a call with a Bearer token, the tour', () => {
    expect(server.errors).toBe('');
    expect(server.output.trim().split('\n').length).toBeLessThanOrEqual(11);
    expect(server.output).toContain(`Hearth is running at ${server.url} `);
    expect(server.output).toContain(`${server.url}/admin\n`);
    const [, password] = /Administrator +alice@demo\.example +password (\w{16})\n/.exec(server.output) ?? [];
    expect(demo()).toContain(password);
    expect(server.output).toMatch(/^ {2}npm run tour$/m);
    expect(server.output).not.toMatch(/\bnpx\b/);
  });

  it("the call, pasted into a shell, answers the member's account", async () => {
    const { a01 } = JSON.parse(await inShell(line())) as Body;
    expect(a01.cn).toBe('accgetloggedaccount');
    expect(a01.r.r).toMatchObject({
      name: 'Bob Demo',
      families: [{ familyName: 'The Demo family', premiumType: '1' }],
    });
  });

  it('the OpenAPI document matches the sources, and is made by the build', async () => {
    const declared = { ...(await declaredDocument()), servers: [{ url: server.url }] };
    const answer = await fetch(`${server.url}/openapi.json`);
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(declared)));
    const built = JSON.parse(readFileSync('dist/openapi.json', 'utf8')) as typeof declared;
    expect(Object.keys(built.paths)).toEqual(Object.keys(declared.paths));
  });

  it('demo:token explains itself, and what is missing', async () => {
    const run = (text: string) => inShell(`node scripts/demo-token.mjs ${text} 2>&1 || true`);
    expect(await run('--help')).toContain('Usage: npm run --silent demo:token [-- --refresh]');
    expect(await run('--refesh')).toContain('Usage:');
    expect(await run('--refresh')).toMatch(/^[\w-]{88}\n$/);
    const elsewhere = 'DATA_DIR=/nowhere node scripts/demo-token.mjs 2>&1 || true';
    expect(await inShell(elsewhere)).toContain('There is no /nowhere/demo.env');
  });

  it('keys and demo secrets are readable by their owner only', () => {
    for (const file of ['keys.json', 'demo.env'])
      expect(statSync(place.path('data', file)).mode & 0o777).toBe(0o600);
    expect(statSync(place.path('data')).mode & 0o077).toBe(0);
  });

  it('the second start prints the URL and nothing else, and keeps everything', async () => {
    const before = demo();
    const refreshToken = (await inShell('node scripts/demo-token.mjs --refresh')).trim();
    expect(await server.stop()).toBe(0);
    const again = await place.start({ PORT: new URL(server.url).port });
    await again.announced();
    expect(again.output).toBe(`Hearth is running at ${again.url}\n`);
    expect(again.errors).toBe('');
    expect(demo()).toBe(before);
    expect(await inShell('node scripts/demo-token.mjs')).toMatch(/^[\w-]{92}\n$/);
    const [, credentials] = /^PRIVILEGED='(.+)'$/m.exec(before) ?? [];
    const answer = await fetch(`${again.url}/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    });
    expect(answer.status).toBe(200);
    expect(await again.stop()).toBe(0);
  });

  it('in production creates no demo data and prints nothing but the setup code', async () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const production = await place.start({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://accounts.example',
      MASTER_KEY: key,
      SESSION_SECRET: key,
      DATA_DIR: place.path('production'),
    });
    const ping = await fetch(`${production.url}/api/acc/ping`);
    expect(ping.status).toBe(200);
    expect(await production.stop()).toBe(0);
    expect(production.output).toMatch(
      /^\nThere is no administrator yet\. .*\n\n {2}Page .*\n {2}Command .*\n {2}Setup code {3}[\w-]{43}\n\n$/,
    );
    expect(() => statSync(place.path('production', 'demo.env'))).toThrow();
    expect(() => statSync(place.path('production', 'keys.json'))).toThrow();
  });
});
