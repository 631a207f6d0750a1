import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bearer } from '../support/a01.js';
import { rows } from '../support/database-rows.js';
import { BEN } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { countByStatus, PasswordGuesses } from '../support/password-guesses.js';
import { exchangeBytes } from '../support/raw-http.js';
import { startApp, type TestServer } from '../support/start-app.js';

/** Both paths of a request: the lane, and Express. */
const WAYS = {
  'a call': '/api/acc/ping',
  'an endpoint': '/userinfo',
  'a page': '/sign-in',
  metadata: '/.well-known/openid-configuration',
} as const;
const METRICS_TOKEN = 'prometheus-reads-this';

let server: TestServer;
beforeAll(async () => {
  server = await startApp({ TRUST_PROXY: '127.0.0.0/8', METRICS_TOKEN });
});
afterAll(() => server.close());

/** The answer to exactly these lines. */
function send(...lines: readonly string[]): Promise<string> {
  return exchangeBytes(server, Buffer.from([...lines, 'Connection: close', '', ''].join('\r\n')));
}

const host = (): string => new URL(server.url).host;

describe('the origin of a request is read alike on both paths (D355)', () => {
  const PROXY = '127.0.0.1';
  // Each row as lines of headers, and the address that counts. Row 1 of the field's inputs.
  const ADDRESSES: [header: string, address: string][] = [
    ['X-Forwarded-For: 198.51.100.20', '198.51.100.20'],
    ['X-Forwarded-For: 198.51.100.20:20001', '198.51.100.20'],
    ['X-Forwarded-For: [2001:db8::7]:40001', '2001:db8::7'],
    ['X-Forwarded-For: [2001:db8::7]', '2001:db8::7'],
    ['X-Forwarded-For: "[2001:db8::7]:40001"', '2001:db8::7'],
    ['X-Forwarded-For: 2001:DB8:0:0::7', '2001:db8::7'],
    ['X-Forwarded-For: fe80::7%eth0', 'fe80::7'],
    ['X-Forwarded-For: ::FFFF:198.51.100.20', '198.51.100.20'],
    ['X-Forwarded-For: [::ffff:c633:6414]:443', '198.51.100.20'],
    ['X-Forwarded-For: 64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['X-Forwarded-For: [::192.0.2.1]:443', '::c000:201'],
    ['X-Forwarded-For: unknown', PROXY],
    ['X-Forwarded-For:', PROXY],
    [`X-Forwarded-For: ${'x'.repeat(300)}`, PROXY],
    ['X-Forwarded-For: 198.51.100.20:', PROXY],
    ['X-Forwarded-For: 198.51.100.20:123456', PROXY],
    ['X-Forwarded-For: [198.51.100.20', PROXY],
    ['X-Forwarded-For: 010.1.1.1', PROXY],
    ['X-Forwarded-For: 203.0.113.66, unknown', PROXY],
    ['X-Forwarded-For: unknown, 127.0.0.9', '127.0.0.9'],
    ['X-Forwarded-For: unknown, 198.51.100.20:20001, 127.0.0.9:1', '198.51.100.20'],
    ['X-Forwarded-For: 203.0.113.66\r\nX-Forwarded-For: 198.51.100.20:20001', '198.51.100.20'],
    ['Forwarded: for=198.51.100.20;proto=https;by=10.0.0.1', '198.51.100.20'],
    ['Forwarded: For="198.51.100.20:20001"', '198.51.100.20'],
    ['Forwarded: proto=https; FOR="[2001:db8::7]:40001"', '2001:db8::7'],
    ['Forwarded: for="[2001:db8::7]:_port"', '2001:db8::7'],
    ['Forwarded: for=unknown', PROXY],
    ['Forwarded: for=_hidden', PROXY],
    ['Forwarded: proto=https', PROXY],
    ['Forwarded: for=203.0.113.66, for=unknown', PROXY],
    ['Forwarded: for=203.0.113.66;x=", for=198.51.100.20', '198.51.100.20'],
    ['Forwarded: for=203.0.113.66\r\nX-Forwarded-For: 198.51.100.20', '198.51.100.20'],
    ['Forwarded: for=203.0.113.66\r\nX-Forwarded-Proto: https', PROXY],
    // Ten more.
    ['X-Forwarded-For: 203.0.113.66,', PROXY],
    ['X-Forwarded-For: 198.51.100.20;203.0.113.66', PROXY],
    ['X-Forwarded-For: 127.0.0.9:80, 127.0.0.1:81', '127.0.0.9'],
    ['X-Forwarded-For: 2001:db8::7:40001', PROXY],
    ['X-Forwarded-For: [2001:db8::7%25eth0]:1', '2001:db8::7'],
    ['X-Forwarded-For: 0x7f.0.0.1', PROXY],
    ['X-Forwarded-For: "198.51.100.20', PROXY],
    ['X-Forwarded-For: \uff11\uff19\uff18.51.100.20', PROXY],
    ['Forwarded: for=198.51.100.20;host=h;for=203.0.113.66', PROXY],
    ['Forwarded: for = 198.51.100.20 ; by = unknown', '198.51.100.20'],
  ];

  it.each(ADDRESSES)('row 1: %j counts as %s', async (header, address) => {
    for (const [way, path] of Object.entries(WAYS)) {
      const from = server.log.length;
      await send(`GET ${path} HTTP/1.1`, `Host: ${host()}`, header);
      const lines = server.log.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>);
      expect([way, lines.find((line) => 'status' in line)?.address]).toEqual([way, address]);
    }
  });

  it('row 1: counts an invalid address for each request, and logs it once an hour', async () => {
    const counted = async (): Promise<number> => {
      const { text } = await request(server, { path: '/metrics', headers: bearer(METRICS_TOKEN) });
      return Number(/^hearth_forwarded_unreadable_total (\d+)$/m.exec(text)?.[1]);
    };
    const told = (from: number): string[] =>
      server.log.slice(from).filter((line) => line.includes('by what is no address'));
    const ask = (entry: string) =>
      send('GET /api/acc/ping HTTP/1.1', `Host: ${host()}`, `X-Forwarded-For: ${entry}`);
    server.clock.advance({ minutes: 61 });
    const [before, from] = [await counted(), server.log.length];
    for (let i = 0; i < 3; i++) await ask('z'.repeat(300));
    expect(await counted()).toBe(before + 3);
    expect(told(from).map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 40, address: PROXY, entry: 'z'.repeat(64) }),
    ]);
    server.clock.advance({ minutes: 61 });
    await ask('unknown');
    expect(told(from)).toHaveLength(2);
  });

  it('row 1: another port is no other network: the sixth wrong password has to wait', async () => {
    const guesses = new PasswordGuesses(server);
    const statuses: number[] = [];
    for (let port = 20001; port <= 20006; port++)
      statuses.push((await guesses.wrong(`198.51.100.20:${port}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('row 1: guesses without an address have to wait, and the owner elsewhere does not', async () => {
    server.clock.advance({ minutes: 31 });
    const guesses = new PasswordGuesses(server);
    const [home, abroad] = ['203.0.113.20', '203.0.113.21'];
    expect((await guesses.right(home, BEN)).status).toBe(200);
    const answers = [];
    for (let i = 0; i < 60; i++)
      answers.push(await guesses.wrong(i % 2 === 0 ? 'unknown' : 'x'.repeat(300), BEN.email));
    expect(countByStatus(answers)).toEqual({ 401: 5, 429: 55 });
    expect((await guesses.right('unknown', BEN)).status).toBe(429);
    for (const address of [home, abroad]) expect((await guesses.right(address, BEN)).status).toBe(200);
  });

  it('row 1: the proxy’s own address blocks no network that an account knows, however many guesses count for it', async () => {
    server.clock.advance({ minutes: 31 });
    const guesses = new PasswordGuesses(server);
    const home = '203.0.113.30';
    expect((await guesses.right(home, BEN)).status).toBe(200);
    const names = [BEN.email, ...['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@nobody.example`)];
    for (const name of names)
      for (let i = 0; i < 5; i++) expect((await guesses.wrong('unknown', name)).status).toBe(401);
    // The address's 30 become 600, and the 5 of Ben's account 60.
    const more = 'UPDATE sign_in_throttle SET failures = failures * $2::int WHERE failures = $1 RETURNING 1';
    expect((await rows(server, more, [30, 20]))[1]).toBe(1);
    await rows(server, more, [5, 12]);
    for (const nowhere of ['unknown', '_hidden', 'x'.repeat(300)])
      expect((await guesses.right(nowhere, BEN)).status).toBe(429);
    expect((await guesses.right(home, BEN)).status).toBe(200);
    expect((await guesses.right(`${home}:50123`, BEN)).status).toBe(200);
    server.clock.advance({ minutes: 31 });
  });
});
