import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { startApp, type TestServer } from '../../support/start-app.js';

interface Filter {
  readonly id: string;
  readonly name: string;
  readonly filters: object;
}

describe('saved audit filters by the API (D209)', () => {
  let server: TestServer;
  let api: AdminApi;
  let support: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
    support = await AdminApi.signIn(server, await newAdmin(server, 'support'));
  });
  afterAll(() => server.close());

  const save = (body: object, by = api) => by.send('POST', '/audit/filters', { body });
  const list = async () =>
    (await support.send('GET', '/audit/filters')).body as unknown as { items: Filter[] };

  it('are saved, replace one of that name, are read by support, and deleted; recorded', async () => {
    const events = await new AuditTrail(server).of(async () => {
      const made = await save({ name: 'Refused', filters: { outcome: 'refused' } });
      expect(made).toMatchObject({ status: 201, body: { name: 'Refused', filters: { outcome: 'refused' } } });
      const again = await save({
        name: 'Refused',
        filters: { outcome: 'refused', last: 'day', account: '7' },
      });
      expect(again.body.id).toBe(made.body.id);
    });
    expect(events.map(({ action }) => action)).toEqual(['audit_filter.saved', 'audit_filter.saved']);
    const { items } = await list();
    expect(items).toMatchObject([
      { name: 'Refused', filters: { outcome: 'refused', last: 'day', account: '7' } },
    ]);
    const path = `/audit/filters/${items[0].id}`;
    expect((await support.send('DELETE', path)).status).toBe(403);
    expect((await api.send('DELETE', path)).status).toBe(204);
    expect((await api.send('DELETE', path)).status).toBe(404);
    expect((await list()).items).toEqual([]);
  });

  it.each([
    [{ name: '', filters: { outcome: 'ok' } }, 'name'],
    [{ name: 'x', filters: { outcome: 'maybe' } }, 'filters.outcome'],
    [{ name: 'x', filters: { account: 'anna@example.com' } }, 'filters.account'],
    [{ name: 'x', filters: { last: 'year' } }, 'filters.last'],
    [{ name: 'x', filters: { from: 'yesterday' } }, 'filters.from'],
    [{ name: 'x', filters: { colour: 'red' } }, 'filters.colour'],
    [{ name: 'x', filters: {} }, 'filters'],
    [{ name: 'x', filters: 'all' }, 'filters'],
    [{ name: 'x' }, 'filters'],
  ])('refuses %j, and saves nothing', async (body, field) => {
    const { status, body: problem } = await save(body);
    expect([status, (problem.errors as { field: string }[])[0].field]).toEqual([422, field]);
    expect((await list()).items).toEqual([]);
  });

  it('are refused to support', async () => {
    expect((await save({ name: 'x', filters: { outcome: 'ok' } }, support)).status).toBe(403);
  });
});
