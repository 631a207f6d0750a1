import { readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Body } from '../support/a01.js';
import { paste } from '../support/curl.js';
import type { ServerProcess } from '../support/server-process.js';
import { Workplace } from '../support/server-process.js';

describe('somebody starts Hearth for the first time', () => {
  const place = new Workplace('none');
  let server: ServerProcess;
  let firstTokens: Body;
  beforeAll(async () => {
    server = await place.start();
    await server.announced();
  });
  afterAll(() => place.close());

  const lines = () => server.output.split('\n').filter((line) => line.startsWith('    curl '));
  const demo = () => readFileSync(place.path('data', 'demo.env'), 'utf8');
  const pasted = async (line: string) => JSON.parse(await paste(line, place.folder)) as Body;

  it('it prints a short block: the URL, an administrator to sign in as, three curl lines', () => {
    expect(server.errors).toBe('');
    expect(server.output.split('\n').length).toBeLessThanOrEqual(20);
    expect(server.output).toContain(`Hearth is running at ${server.url}`);
    const [, password] = /Administrator +alice@demo\.example +password (\w{16})\n/.exec(server.output) ?? [];
    expect(demo()).toContain(password);
    expect(lines()).toHaveLength(3);
    expect(server.output).not.toMatch(/\bnpx\b/);
  });

  it('the first line, pasted into a shell, answers a MAC token', async () => {
    firstTokens = await pasted(lines()[0]);
    expect(firstTokens).toMatchObject({ token_type: 'mac', expires_in: 259200, mac_algorithm: 'hmac-sha-1' });
  });

  it("the second answers the administrator's account", async () => {
    const { a01 } = await pasted(lines()[1]);
    expect(a01.cn).toBe('accgetloggedaccount');
    expect(a01.r.r).toMatchObject({
      name: 'Alice Demo',
      families: [{ familyName: 'The Demo family', premiumType: '1' }],
    });
  });

  it("the third answers a token for a partner's back end", async () => {
    const { token_type, access_token } = await pasted(lines()[2]);
    expect(token_type).toBe('Bearer');
    expect(access_token).toMatch(/^[\w-]{43}$/);
  });

  it('keys and demo secrets are readable by their owner alone', () => {
    for (const file of ['keys.json', 'demo.env'])
      expect(statSync(place.path('data', file)).mode & 0o777).toBe(0o600);
    expect(statSync(place.path('data')).mode & 0o077).toBe(0);
  });

  it('the second start prints the URL and nothing else, and keeps everything', async () => {
    const before = demo();
    const [first, , third] = lines();
    const [, credentials] = /-u '([^']+)'/.exec(first) ?? [];
    expect(await server.stop()).toBe(0);
    const again = await place.start({ PORT: new URL(server.url).port });
    await again.announced();
    expect(again.output).toBe(`Hearth is running at ${again.url}\n`);
    expect(again.errors).toBe('');
    expect(demo()).toBe(before);
    expect((await pasted(third)).token_type).toBe('Bearer');
    const answer = await fetch(`${again.url}/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: firstTokens.refresh_token }),
    });
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as Body).token_type).toBe('mac');
    expect(await again.stop()).toBe(0);
  });

  it('in production no demo data is made and nothing is printed but the setup code', async () => {
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
