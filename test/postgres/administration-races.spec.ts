import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, post } from '../support/a01.js';
import { AdminApi, newAdmin } from '../support/admin-api.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';

const ROUNDS = 8;
const CLIENT = { name: 'R', ruleset: 'WEB', clientType: 'confidential' };

/** The embedded database has one session: conflicts on rows and tables only show here. */
describe('concurrent changes by administrators and clients get a clear answer, not 500 or 503', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  let here: AdminApi;
  let there: AdminApi;
  beforeAll(async () => {
    ({ a, b, close } = await startNodes());
    const admin = await newAdmin(a);
    [here, there] = [await AdminApi.signIn(a, admin), await AdminApi.signIn(b, admin)];
  });
  afterAll(() => close());

  const statuses = async (asked: Promise<{ status: number }>[]) =>
    (await Promise.all(asked)).map(({ status }) => status);
  const many = <T>(make: (index: number) => T) => Array.from({ length: ROUNDS }, (_, index) => make(index));

  it('imports, and changes of the same clients and rulesets', async () => {
    const name = (round: string) => `${round} ${Math.random()}`;
    const document = () => ({
      rulesets: [{ name: 'RACED', rules: [], description: name('import') }],
      clients: many((index) => ({ ...CLIENT, clientId: `raced${index}`, name: name('import') })),
    });
    await here.send('POST', '/configuration', { body: document() });
    const change = (path: string, body: object) => there.send('PATCH', path, { body, ifMatch: '*' });
    const asked = many((index) => [
      here.send('POST', '/configuration', { body: document() }),
      change(`/clients/raced${index}`, { name: name('change') }),
      change('/rulesets/RACED', { description: name('change') }),
      there.send('DELETE', `/clients/raced${ROUNDS - 1 - index}`, { ifMatch: '*' }),
    ]);
    const found = new Set(await statuses(asked.flat()));
    expect([...found].filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
  });

  it('a ruleset is deleted while clients switch to it', async () => {
    for (const index of many((each) => each)) {
      const ruleset = `GOES_${index}`;
      await here.send('POST', '/rulesets', { body: { name: ruleset, rules: [] } });
      const [removed, ...given] = await statuses([
        here.send('DELETE', `/rulesets/${ruleset}`, { ifMatch: '*' }),
        there.send('POST', '/clients', { body: { ...CLIENT, clientId: `gets${index}`, ruleset } }),
        there.send('PATCH', '/clients/shop', { body: { ruleset }, ifMatch: '*' }),
      ]);
      expect([204, 409]).toContain(removed);
      expect(given.map((status) => (status < 300 ? 'given' : status))).toEqual(
        removed === 204 ? [422, 422] : expect.arrayContaining(['given']),
      );
    }
  });

  it('a client is deleted while it gets tokens', async () => {
    const { body } = await here.send('POST', '/clients', { body: { ...CLIENT, clientId: 'leaves' } });
    const credentials = basic({ id: 'leaves', secret: String(body.secret) });
    const token = () => post(b, '/token', { grant_type: 'client_credentials' }, credentials);
    await token(); // from then on it is cached
    const asked = many(token);
    const removed = here.send('DELETE', '/clients/leaves', { ifMatch: '*' });
    const late = many(token);
    expect((await removed).status).toBe(204);
    const found = new Set(await statuses([...asked, ...late]));
    expect([...found].filter((status) => ![200, 401].includes(status))).toEqual([]);
  });
});
