import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { startApp, type TestServer } from '../../support/start-app.js';

interface Page {
  readonly items: Readonly<Record<string, string>>[];
  readonly next: string | null;
}

describe('order of lists (D262)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
    for (const name of ['beta', 'Alpha', 'gamma', 'Alpha']) {
      await rows(server, `INSERT INTO family (name, created_at) VALUES ($1, now()) RETURNING 1`, [name]);
      server.clock.advance({ seconds: 1 });
    }
    const client = { ruleset: 'WEB', clientType: 'confidential', redirectUrls: ['https://shop.example/'] };
    for (const name of ['zoo', 'Ant', 'bee']) {
      const { status } = await api.send('POST', '/clients', {
        body: { ...client, clientId: `sort-${name}`, name },
      });
      expect(status).toBe(201);
    }
  });
  afterAll(() => server.close());

  /** All items of a list, two by two. */
  const all = async (path: string, key: string): Promise<string[]> => {
    const found: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const query: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
      const { status, body } = await api.send('GET', `${path}&limit=2${query}`);
      expect(status).toBe(200);
      const { items, next } = body as unknown as Page;
      found.push(...items.map((item) => item[key]));
      after = next;
    }
    return found;
  };
  const inBytes = (names: readonly string[]) =>
    [...names].sort((a, b) => Buffer.compare(Buffer.from(a.toLowerCase()), Buffer.from(b.toLowerCase())));

  it.each([
    ['/families?sort=name', '/families?sort=-name', 'familyId'],
    ['/families?sort=created', '/families?sort=-created', 'familyId'],
    ['/families?query=a&sort=name', '/families?query=a&sort=-name', 'familyId'],
    ['/accounts?sort=created', '/accounts?sort=-created', 'accountId'],
    ['/accounts?sort=name', '/accounts?sort=-name', 'accountId'],
    ['/accounts?status=active&sort=created', '/accounts?status=active&sort=-created', 'accountId'],
    ['/accounts?role=administrator&sort=created', '/accounts?role=administrator&sort=-created', 'accountId'],
    ['/clients?sort=id', '/clients?sort=-id', 'clientId'],
    ['/clients?sort=name', '/clients?sort=-name', 'clientId'],
    ['/clients?sort=created', '/clients?sort=-created', 'clientId'],
  ])('%s has every item once, and %s has them in reverse', async (path, reverse, key) => {
    const forward = await all(path, key);
    expect(forward.length).toBeGreaterThan(0);
    expect(new Set(forward).size).toBe(forward.length);
    expect(await all(reverse, key)).toEqual([...forward].reverse());
  });

  it.each(['/families', '/accounts', '/clients'])('%s: names in order, ignoring case', async (path) => {
    const names = await all(`${path}?sort=name`, 'name');
    expect(names).toEqual(inBytes(names));
  });

  it('without a sort parameter each list keeps its order, and clients are sorted by their id', async () => {
    const ids = await all('/clients?query=', 'clientId');
    expect(ids).toEqual(await all('/clients?sort=id', 'clientId'));
    expect(await all('/families?query=', 'familyId')).toEqual(await all('/families?sort=name', 'familyId'));
    expect(await all('/accounts?query=', 'accountId')).toEqual(
      await all('/accounts?sort=created', 'accountId'),
    );
  });

  it.each([
    ['/families?sort=members', 'sort'],
    ['/families?query=a&sort=created', 'sort'],
    ['/accounts?sort=role', 'sort'],
    ['/accounts?query=a&sort=name', 'sort'],
    ['/accounts?status=active&sort=-name', 'sort'],
    ['/clients?sort=-', 'sort'],
    ['/clients?sort=created&after=WyJhIiwiYiJd', 'after'],
    ['/families?sort=created&after=WyJhIiwiYiJd', 'after'],
    ['/accounts?sort=name&after=WyJhIiwiYiJd', 'after'],
  ])('%s is refused', async (path, field) => {
    const { status, body } = await api.send('GET', path);
    expect([status, (body.errors as { field: string }[]).map((error) => error.field)]).toEqual([
      422,
      [field],
    ]);
  });
});
