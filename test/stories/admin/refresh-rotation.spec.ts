import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const CASES = [
  ['confidential', 'interface', false, false, 'as the interface has it'],
  ['confidential', 'interface', true, true, 'rotatesRefreshToken is set'],
  ['confidential', 'strict', false, true, 'the profile strict'],
  ['public', 'interface', false, true, 'a public client has no secret'],
  ['public', 'strict', false, true, 'the profile strict'],
] as const;

describe('rotation of refresh tokens, and its reason, is shown for each client (D49)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());

  it.each(CASES)('%s, %s, rotatesRefreshToken %s: %s', async (clientType, profile, set, rotates, reason) => {
    const clientId = `${clientType}-${profile}-${set}`;
    const body = { clientId, name: 'Some', ruleset: 'WEB', clientType, profile, rotatesRefreshToken: set };
    const { body: created } = await api.send('POST', '/clients', { body });
    const told = { rotates, reason: expect.stringContaining(reason) as unknown };
    expect(created.refreshRotation).toEqual(told);
    expect((await api.send('GET', `/clients/${clientId}`)).body.refreshRotation).toEqual(told);
  });
});
