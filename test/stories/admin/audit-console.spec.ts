import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { accountId, rows } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const INSERT = `INSERT INTO audit_event (at, class, action, outcome, client_id, account_id, target, address, details)
  VALUES ($1, 'administration', $2, $3, $4, $5, $6, '192.0.2.9', $7)`;

describe('audit page of the console', () => {
  let server: TestServer;
  let api: AdminApi;
  let support: AdminApi;
  let anna: string;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
    support = await AdminApi.signIn(server, await newAdmin(server, 'support'));
    anna = await accountId(server, ANNA.email);
    await event('client.updated', anna, 'client:shop', null);
    await event('client.disabled', '999', 'client:gone', null);
    await event('call.denied', null, 'call:provsearch', { why: 'ruleset', count: 12 }, 'refused', 'shop');
    await event('of.another_release', anna, null, null);
  });
  afterAll(() => server.close());

  const event = (
    action: string,
    account: string | null,
    target: string | null,
    details: object | null,
    outcome = 'ok',
    client: string | null = null,
  ) => rows(server, INSERT, [server.clock.now(), action, outcome, client, account, target, details]);
  const headersOf = async (by: AdminApi) => ({ Cookie: await by.consoleCookie(), Accept: 'text/html' });
  const get = async (query: string, by = api) =>
    request(server, { method: 'GET', path: `/admin/audit?${query}`, headers: await headersOf(by) });
  const post = async (path: string, form: Readonly<Record<string, string>>, by = api) =>
    request(server, { path: `/admin/audit/filters${path}`, form, headers: await headersOf(by) });
  /** The rows of the list as text. */
  const listed = async (query: string, by = api): Promise<string[]> => {
    const { text } = await get(query, by);
    const body = /<tbody>(.*)<\/tbody>/s.exec(text)?.[1] ?? '';
    return body.split('</tr>').flatMap((row) => {
      const cell = /data-name="What happened">(.*?)<\/td>/s.exec(row)?.[1];
      return cell === undefined ? [] : [cell.replaceAll(/<[^>]+>/g, '').trim()];
    });
  };

  it('shows each event as a sentence, with names for ids', async () => {
    expect(await listed('action=client.updated')).toEqual(['Anna K. changed Shop']);
    expect(await listed('action=client.disabled')).toEqual(['account 999 disabled client gone']);
    expect(await listed('action=call.denied')).toEqual([
      'Refused Shop was denied call provsearch: ruleset, 12 times',
    ]);
    expect(await listed('action=of.another_release')).toEqual(['Of another release']);
  });

  it.each([
    ['the number', () => `account=${anna}`],
    ['an identifier', () => 'account=ANNA%40family.example'],
    ['the beginning of the name', () => 'account=anna'],
  ])("finds an account's actions by %s", async (_, query) => {
    expect(await listed(`${query()}&action=client.updated`)).toEqual(['Anna K. changed Shop']);
    expect(await listed(`${query()}&action=client.disabled`)).toEqual([]);
  });

  it("finds a client's actions by its name or id; those of a deleted account by its number", async () => {
    for (const client of ['shop', 'Sho'])
      expect(await listed(`client=${client}&action=call.denied`)).toHaveLength(1);
    expect(await listed('client=nobody')).toEqual([]);
    expect(await listed('account=999')).toEqual(['account 999 disabled client gone']);
  });

  it('says that an identifier belongs to no account', async () => {
    const { text } = await get('account=nobody%40nowhere.example');
    expect(text).toContain('id="account-error"');
  });

  it('refreshes itself on request', async () => {
    expect((await get(`live=${server.clock.millis()}`)).headers.refresh).toBe('10');
  });

  it('saves filters for everyone, an account by its number; support only uses them', async () => {
    const saved = await post('', { name: 'Of Anna', account: ANNA.email, outcome: 'ok' });
    expect([saved.status, saved.headers.location]).toEqual([
      303,
      `/admin/audit?account=${anna}&outcome=ok&done=saved`,
    ]);
    expect(await rows(server, 'SELECT name, filters FROM audit_filter')).toEqual([
      { name: 'Of Anna', filters: { account: anna, outcome: 'ok' } },
    ]);
    expect((await get('', support)).text).toContain(`href="/admin/audit?account=${anna}&amp;outcome=ok"`);
    expect((await post('', { name: 'Mine', outcome: 'ok' }, support)).status).toBe(403);
    await post('', { name: 'Of Anna', outcome: 'refused' });
    const kept = await rows<{ id: string }>(server, 'SELECT id, filters FROM audit_filter');
    expect(kept).toEqual([{ id: expect.any(String), filters: { outcome: 'refused' } }]);
    const [{ id }] = kept;
    expect((await post(`/${id}/delete`, {}, support)).status).toBe(403);
    expect((await post(`/${id}/delete`, {})).status).toBe(303);
    expect((await post(`/${id}/delete`, {})).status).toBe(422);
    const actions = `SELECT action, details FROM audit_event WHERE action LIKE 'audit_filter.%' ORDER BY id`;
    expect(await rows(server, actions)).toEqual([
      { action: 'audit_filter.saved', details: { name: 'Of Anna' } },
      { action: 'audit_filter.saved', details: { name: 'Of Anna' } },
      { action: 'audit_filter.deleted', details: { name: 'Of Anna' } },
    ]);
  });

  it('a period ends now', async () => {
    expect(await listed('action=client.updated&last=hour')).toHaveLength(1);
    server.clock.advance({ minutes: 61 });
    api = await AdminApi.signIn(server, await newAdmin(server)); // the session was idle for too long
    expect(await listed('action=client.updated&last=hour')).toEqual([]);
    expect(await listed('action=client.updated&last=day')).toHaveLength(1);
  });
});
