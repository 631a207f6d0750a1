import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RawAnswer } from '../../support/http.js';
import {
  headingOf,
  invited,
  linkOf,
  newEmail,
  outboxOf,
  page,
  PASSWORD,
  provision,
  statusOf,
  submit,
} from '../../support/invitations.js';
import { cookieOf } from '../../support/legacy-client.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const EVIL = 'https://evil.example';

describe('pages of a link reveal nothing (D43, D45)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  /** Every response of the pages, by name. */
  async function answers(): Promise<Record<string, RawAnswer>> {
    const { accountId, path } = await invited(server);
    const form = await page(server, path);
    const errors = await submit(server, path, { name: 'Mia', password: 'short' });
    server.clock.advance({ days: 8 });
    const over = await page(server, path);
    const resent = await submit(server, `${path}/resend`, {});
    const again = await submit(server, `${path}/resend`, {});
    const next = await linkOf(server, accountId);
    const accepted = await submit(server, next);
    const welcome = await page(server, '/welcome', { Cookie: cookieOf(accepted)?.pair ?? '' });
    const used = await page(server, next);
    await provision(server, 'updateaccount', { accountId, Type: 'Email', Identifier: newEmail() });
    const asked = await linkOf(server, accountId);
    const confirmation = await page(server, asked);
    const signIn = await submit(server, `${asked}/sign-in`, { identifier: 'nobody', password: 'wrong' });
    const undecided = await submit(server, `${asked}/decision`, { decision: 'accept' });
    const declined = await submit(server, `${asked}/decision`, {});
    const closed = await page(server, asked);
    const unknown = await page(server, '/invitation/nonsense');
    const unknownResend = await submit(server, '/invitation/nonsense/resend', {});
    return {
      form,
      errors,
      over,
      resent,
      again,
      accepted,
      welcome,
      used,
      confirmation,
      signIn,
      undecided,
      declined,
      closed,
      unknown,
      unknownResend,
    };
  }

  it('no page is cached, framed, or leaked as a referrer', async () => {
    const all = await answers();
    expect(Object.values(all).map(({ status }) => status)).toEqual([
      200, 400, 410, 200, 410, 303, 200, 410, 200, 401, 303, 200, 410, 404, 404,
    ]);
    const not = (name: string, value: string) =>
      Object.entries(all).flatMap(([what, { headers }]) => (headers[name] === value ? [] : [what]));
    // Nothing to others either way; if a cookie counts, the page's own forms must name their origin (D175).
    const byCookie = ['resent', 'welcome', 'confirmation', 'signIn', 'undecided', 'declined', 'closed'];
    expect(not('referrer-policy', 'no-referrer')).toEqual(byCookie);
    expect(byCookie.filter((name) => not('referrer-policy', 'same-origin').includes(name))).toEqual([]);
    expect(not('x-content-type-options', 'nosniff')).toEqual([]);
    const unframed = Object.values(all).every(({ headers }) =>
      String(headers['content-security-policy']).includes("frame-ancestors 'none'"),
    );
    expect(unframed).toBe(true);
    expect(not('cache-control', 'no-store')).toEqual([]);
  });

  it('no token, password or address reaches the log', async () => {
    const email = newEmail();
    const { accountId, path } = await invited(server, { Identifier: email });
    const secrets = [path.split('/')[2], PASSWORD, 'short-one', 'garbage-token-in-the-path'];
    await page(server, path);
    await submit(server, path, { name: 'Mia', password: 'short-one'.slice(0, 7) });
    await page(server, '/invitation/garbage-token-in-the-path');
    await submit(server, path, {}, { 'Sec-Fetch-Site': 'cross-site' });
    server.clock.advance({ days: 8 });
    await submit(server, `${path}/resend`, {});
    const next = await linkOf(server, accountId);
    secrets.push(next.split('/')[2], email);
    await submit(server, next);
    const log = server.log.join('\n');
    expect(log).toContain('invitationaccept');
    expect(secrets.filter((text) => log.includes(text))).toEqual([]);
  });

  it.each([
    'x',
    'x'.repeat(43),
    'x'.repeat(3000),
    '%00',
    '%27%3B--',
    '..%2F..%2Fetc%2Fpasswd',
    '%F0%9F%91%AA',
    '<b>',
    '__proto__',
  ])('a garbage token (%.20s) is unknown', async (token) => {
    for (const answer of [
      await page(server, `/invitation/${token}`),
      await submit(server, `/invitation/${token}`),
      await submit(server, `/invitation/${token}/resend`, {}),
    ]) {
      expect([answer.status, headingOf(answer)]).toEqual([404, 'This link does not work']);
      expect(answer.text).not.toContain('<b>');
    }
  });

  it('a path with broken escapes is a page not found, not a failure of the server', async () => {
    const answer = await page(server, '/invitation/%E0%A4%A');
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers['content-type']).toContain('text/html');
  });

  it.each([
    ['Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['Sec-Fetch-Site: cross-site and the own Origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'own' }],
    ['an Origin of another site', { Origin: EVIL }],
    ["an Origin that begins like the server's", { Origin: 'http://127.0.0.1.evil.example' }],
  ])('refuses a POST with %s, and the link is unspent', async (_what, given) => {
    const { accountId, path } = await invited(server);
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value === 'own' ? server.url : value]),
    );
    const refused = await submit(server, path, undefined, headers);
    expect(refused.status).toBe(403);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect(await statusOf(server, accountId)).toBe('pending');
    server.clock.advance({ days: 8 });
    expect((await submit(server, `${path}/resend`, {}, headers)).status).toBe(403);
    expect(await outboxOf(server, accountId)).toHaveLength(1);
  });

  it('opening the link from a web mail, which is another site, shows the page', async () => {
    const { path } = await invited(server);
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
    expect((await page(server, path, headers)).status).toBe(200);
  });

  it('accepts a POST of the own page, with and without Fetch Metadata', async () => {
    for (const headers of [
      { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, // what a browser sends under no-referrer
      { 'Sec-Fetch-Site': 'same-origin', Origin: server.url },
      { Origin: server.url },
      {},
    ] as Record<string, string>[]) {
      const { path } = await invited(server);
      expect((await submit(server, path, undefined, headers)).status).toBe(303);
    }
  });
});
