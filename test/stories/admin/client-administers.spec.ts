import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ADMIN_PASSWORD, AdminApi, consoleCookieOf, newAdmin, type Admin } from '../../support/admin-api.js';
import { request } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const CHOSEN = { profile: 'strict', idTokenSigningAlg: 'RS256' };
const OPS = {
  clientId: 'ops',
  name: 'Ops',
  ruleset: 'WEB',
  clientType: 'confidential' as const,
  isPrivileged: true,
};
const RULES = ['log2*', 'acc*', 'web*', 'oauth2*'];

/** A stolen session must not make itself a client that administers without being asked for a password (D135). */
describe('letting a client administer requires the password once more', () => {
  let server: TestServer;
  let api: AdminApi;
  let admin: Admin;
  let inConsole: string;
  beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
    const confirmed = await AdminApi.signIn(server, admin);
    await confirmed.send('POST', '/clients', { body: OPS });
    const open = { ...OPS, isPrivileged: false, ruleset: 'ADMINISTRATION' };
    await confirmed.send('POST', '/clients', { body: { ...open, clientId: 'harmless' } });
    await confirmed.send('POST', '/clients', { body: { ...open, clientId: 'off', isPrivileged: true } });
    await confirmed.send('PATCH', '/clients/off', { body: { isDisabled: true }, ifMatch: '*' });
    api = await AdminApi.signIn(server, admin);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    inConsole = await consoleCookieOf(server, admin);
    server.clock.advance({ minutes: 6 });
  });

  const change = (path: string, body: object) => api.send('PATCH', path, { body, ifMatch: '*' });
  const submit = (path: string, values: Record<string, string>) =>
    request(server, {
      path,
      form: { etag: '*', ...values },
      headers: { Cookie: inConsole, Accept: 'text/html' },
    });

  it.each([
    ['/clients/ops', { ruleset: 'ADMINISTRATION' }],
    ['/clients/harmless', { isPrivileged: true }],
    ['/clients/off', { isDisabled: false }],
    ['/rulesets/WEB', { rules: [...RULES, 'adminaccount*'] }],
  ])('by PATCH %s %j', async (path, body) => {
    const { body: before } = await api.send('GET', path);
    const asked = await change(path, body);
    expect([asked.status, asked.body]).toEqual([
      403,
      expect.objectContaining({ type: 'urn:hearth:problem:confirmation-required' }),
    ]);
    expect((await api.send('GET', path)).body).toEqual(before);
    await api.send('POST', '/session/confirm', { body: { password: ADMIN_PASSWORD } });
    expect((await change(path, body)).status).toBe(200);
    const back = Object.fromEntries(Object.keys(body).map((name) => [name, before[name]]));
    expect((await change(path, back)).status).toBe(200);
  });

  it('no other change of a client or a ruleset does', async () => {
    expect((await change('/clients/ops', { name: 'Operations', ruleset: 'PROVISIONING' })).status).toBe(200);
    expect((await change('/clients/ops', { ruleset: 'WEB' })).status).toBe(200);
    expect((await change('/clients/harmless', { name: 'No harm' })).status).toBe(200);
    expect((await change('/rulesets/WEB', { rules: [...RULES, 'prov*'] })).status).toBe(200);
    expect((await change('/rulesets/WEB', { rules: RULES })).status).toBe(200);
  });

  it.each([
    ['/admin/clients/ops', { ...OPS, ...CHOSEN, ruleset: 'ADMINISTRATION', isPrivileged: 'yes' }],
    ['/admin/clients/off/state', { state: 'enabled' }],
    ['/admin/rulesets/WEB', { rules: [...RULES, 'admin*'].join('\n') }],
  ])('the form of %s returns with a password field', async (path, values) => {
    const asked = await submit(path, values);
    expect([asked.status, asked.text]).toEqual([
      422,
      expect.stringContaining('Enter your password to confirm'),
    ]);
    expect(asked.text.match(/this change gives a client access to the administration/g)).toHaveLength(1);
    const wrong = await submit(path, { ...values, password: 'not it' });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('The password is wrong')]);
    const right = await submit(path, { ...values, password: ADMIN_PASSWORD });
    expect([right.status, right.headers.location]).toEqual([303, expect.stringContaining('?done=')]);
  });
});
