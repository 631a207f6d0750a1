import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuditLog } from '../../../src/platform/audit/audit-log.js';
import { CookieBrowser } from '../../support/authorization.js';
import { tokensFor } from '../../support/a01.js';
import { newMember, NEXT_PASSWORD } from '../../support/forgotten-password.js';
import { from } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe("person's own sign-ins: location, start and history (D235)", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => server.close());

  it('shows each browser by name, with its last use and its sign-in', async () => {
    const me = await newMember(server);
    const other = new CookieBrowser(server, { 'User-Agent': CHROME });
    await other.signIn(me);
    server.clock.advance({ minutes: 10 });
    const mine = new CookieBrowser(server, { 'User-Agent': 'odd' });
    await mine.signIn(me);
    server.clock.advance({ minutes: 5 });
    const text = textOf((await mine.get('/account/devices')).text);
    expect(text).toContain('Chrome on Windows');
    expect(text).toContain('last used 15 minutes ago · signed in 15 minutes ago');
    expect(text).toContain('A browser This browser network 127.0.0.x · signed in 5 minutes ago');
  });

  it("the history shows the account's actions, newest first, and nothing about others", async () => {
    const [me, stranger] = [await newMember(server), await newMember(server)];
    const browser = new CookieBrowser(server);
    await new CookieBrowser(server).signIn(stranger);
    await new CookieBrowser(server, from('203.0.113.9', 'http')).signIn({ ...me, password: 'not-the-one' });
    await browser.signIn(me);
    await tokensFor(server, me);
    server.clock.advance({ seconds: 1 });
    await browser.post('/account/password', {
      reason: 'known',
      current: me.password,
      password: NEXT_PASSWORD,
    });
    const { text } = await browser.get('/account/history');
    const rows = [...text.matchAll(/<li>(.*?)<\/li>/g)].map(([, row]) => textOf(row).trim());
    const told = rows.filter(
      (row) => !/^(Profile|Sign-in|Security|Devices|Connected apps|Families|Your data)$/.test(row),
    );
    expect(told.map((row) => row.replace(/ (now|\d+ seconds? ago|this minute)$/, ''))).toEqual([
      'Password changed 127.0.0.1',
      'Password accepted 127.0.0.1',
      'Password accepted Family app · 127.0.0.1',
      'Password accepted 127.0.0.1',
      'Wrong password 203.0.113.9', // by anyone: its owner should see each attempt
    ]);
  });

  it('shows refused codes and passkeys with their origin', async () => {
    const me = await newMember(server);
    const browser = new CookieBrowser(server);
    await browser.signIn(me);
    const stranger = { outcome: 'refused', accountId: me.id, address: '198.51.100.7' } as const;
    for (const action of ['signin.second-factor', 'passkey.refused', 'passkey.cloned'] as const) {
      server.clock.advance({ seconds: 1 });
      await server.get(AuditLog).record({ ...stranger, action });
    }
    const { text } = await browser.get('/account/history');
    const told = [...text.matchAll(/<li>(.*?)<\/li>/g)].map(([, row]) => textOf(row).trim());
    expect(told.filter((row) => row.includes(stranger.address))).toEqual([
      expect.stringMatching(/^Passkey not accepted 198/),
      expect.stringMatching(/^Passkey not accepted 198/),
      expect.stringMatching(/^Wrong code 198/),
    ]);
    expect(text.match(/<strong class="warn">/g)).toHaveLength(3);
  });

  it('shows the history page by page; an invalid page is the first page', async () => {
    const me = await newMember(server);
    const browser = new CookieBrowser(server);
    for (let i = 0; i < 30; i++) await browser.signIn(me);
    const first = await browser.get('/account/history');
    const older = /href="(\/account\/history\?after=[\d.]+)"/.exec(first.text)?.[1] as string;
    const second = await browser.get(older);
    const count = (html: string) => html.match(/Password accepted/g)?.length;
    expect([count(first.text), count(second.text)]).toEqual([25, 5]);
    expect([first.text.includes('>Older<'), second.text.includes('>Older<')]).toEqual([true, false]);
    for (const odd of ['x', '1', '1.1.1', '9223372036854775807.1', "1.1'--", '-1.2'])
      expect([odd, (await browser.get(`/account/history?after=${encodeURIComponent(odd)}`)).status]).toEqual([
        odd,
        200,
      ]);
  });
});
