import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tokensFor } from '../../support/a01.js';
import { consoleCookieOf, newAdmin } from '../../support/admin-api.js';
import { accountId, rows } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import { request, type RawAnswer } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('search field of the console', () => {
  let server: TestServer;
  let cookies: Record<'administrator' | 'support', string>;
  let anna: string;
  beforeAll(async () => {
    server = await startApp();
    const cookieOf = async (role: 'administrator' | 'support') =>
      consoleCookieOf(server, await newAdmin(server, role));
    cookies = { administrator: await cookieOf('administrator'), support: await cookieOf('support') };
    anna = await accountId(server, ANNA.email);
  });
  afterAll(() => server.close());

  const search = (query: string, role: keyof typeof cookies = 'administrator'): Promise<RawAnswer> =>
    request(server, { path: '/admin/search', form: { query }, headers: { Cookie: cookies[role] } });
  const page = (query: string, role: keyof typeof cookies = 'administrator'): Promise<RawAnswer> =>
    request(server, {
      path: `/admin/search?query=${encodeURIComponent(query)}`,
      headers: { Cookie: cookies[role] },
    });
  const leadsTo = async (query: string) => (await search(query)).headers.location;

  it('opens an account by its address or phone number, in any spelling', async () => {
    await rows(
      server,
      `INSERT INTO account_identifier (account_id, type, value, normalized, issuer, is_validated)
       SELECT $1, 'MSISDN', '+491701234567', '+491701234567', '', true`,
      [anna],
    );
    for (const query of [ANNA.email, ANNA.email.toUpperCase(), ` ${ANNA.email} `])
      expect([query, await leadsTo(query)]).toEqual([query, `/admin/accounts/${anna}`]);
    for (const query of ['+491701234567', '0049 170 1234567', '+49 (170) 123-45-67'])
      expect([query, await leadsTo(query)]).toEqual([query, `/admin/accounts/${anna}`]);
  });

  it('opens a family by its number, and a client by its id', async () => {
    const sql = `INSERT INTO family (id, name, created_at) OVERRIDING SYSTEM VALUE VALUES (770011, 'Numbered', now())`;
    await rows(server, sql, []);
    expect(await leadsTo('770011')).toBe('/admin/families/770011');
    expect(await leadsTo('shop')).toBe('/admin/clients/shop');
  });

  it('shows both if an account and a family have the number', async () => {
    const sql = `INSERT INTO family (id, name, created_at) OVERRIDING SYSTEM VALUE
      SELECT id, 'Same number', now() FROM account WHERE id = $1 ON CONFLICT DO NOTHING`;
    await rows(server, sql, [anna]);
    expect(await leadsTo(anna)).toBe(`/admin/search?query=${anna}`);
    const { text } = await page(anna);
    for (const path of [`/admin/accounts/${anna}`, `/admin/families/${anna}`])
      expect(text).toContain(`href="${path}"`);
  });

  it('opens an account by its number', async () => {
    const { id } = await newAdmin(server);
    await rows(server, 'DELETE FROM family WHERE id = $1', [id]);
    expect(await leadsTo(id)).toBe(`/admin/accounts/${id}`);
  });

  it('an address that is the beginning of another one opens its own account', async () => {
    const id = await accountId(server, BEN.email);
    await rows(
      server,
      `INSERT INTO account_identifier (account_id, type, value, normalized, issuer, is_validated)
       SELECT $1, 'Email', $2, $2, '', true`,
      [anna, `${BEN.email}.example`],
    );
    expect(await leadsTo(BEN.email)).toBe(`/admin/accounts/${id}`);
  });

  it('shows all matches if there are several, at an address that can be bookmarked', async () => {
    const answer = await search('s');
    expect(answer.headers.location).toBe('/admin/search?query=s');
    const { text } = await page('s');
    expect(text).toContain('Results for “s”');
    expect(text).toContain('href="/admin/clients/shop"');
  });

  it('reports no match, and keeps the input out of the address', async () => {
    const answer = await search('nobody-has-this-name');
    expect([answer.status, answer.headers.location]).toEqual([200, undefined]);
    expect(answer.text).toContain('Nothing found.');
  });

  it('inspects a token, and never puts it in an address or shows it again', async () => {
    const { access_token: access, refresh_token: refresh } = await tokensFor(server, ANNA);
    for (const token of [access, refresh])
      for (const pasted of [token, `Bearer ${token}`, `Authorization: Bearer ${token}`]) {
        const answer = await search(pasted);
        expect([answer.status, answer.headers.location]).toEqual([200, undefined]);
        expect(answer.text).toContain(`href="/admin/accounts/${anna}"`);
        expect(answer.text).not.toContain(token);
      }
    const forged = `${access.slice(0, -2)}AA`;
    const answer = await search(forged);
    expect(answer.text).toContain('was not issued here');
    expect(answer.text).not.toContain(forged);
  });

  it('finds records whose names look like tokens', async () => {
    const name = 'x'.repeat(70);
    await rows(server, 'INSERT INTO family (name, created_at) VALUES ($1, now())', [name]);
    expect(await leadsTo(name)).toMatch(/^\/admin\/families\/\d+$/);
  });

  it('shows support no clients', async () => {
    expect((await search('shop', 'support')).text).toContain('Nothing found.');
    expect((await page('s', 'support')).text).not.toContain('/admin/clients/');
  });

  it.each(['%', '_', "'", '\\', '\u{10FFFF}', '<b>', '9'.repeat(40), '+', '00', 'ExternalId:'])(
    'treats %j as a text like any other',
    async (query) => {
      const { status, text } = await search(query);
      expect([200, 303]).toContain(status);
      expect(text).not.toContain('<b>');
    },
  );
});
