import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const ROUNDS = Array.from({ length: 10 }, (_, round) => `short-lived-${round}`);

describe('client that is deleted while others change it', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());

  it.each(ROUNDS)('is not found; nothing else goes wrong (%s)', async (clientId) => {
    const path = `/clients/${clientId}`;
    const body = { clientId, name: 'Books', ruleset: 'WEB', clientType: 'confidential' };
    expect((await api.send('POST', '/clients', { body })).status).toBe(201);
    const [removed, ...others] = await Promise.all([
      api.send('DELETE', path, { ifMatch: '*' }),
      api.send('POST', `${path}/secrets`),
      api.send('PATCH', path, { body: { name: 'Longer' }, ifMatch: '*' }),
      api.send('GET', path),
    ]);
    expect(removed.status).toBe(204);
    for (const { status } of others) expect([200, 201, 404]).toContain(status);
  });
});
