import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../support/admin-api.js';
import { sendConfiguration } from '../support/configuration-form.js';
import { count, rows } from '../support/database-rows.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { statementsOf } from '../support/statements-of.js';

const MANY = 2000;
const KIB = 1024;
const LARGE_BYTES = 16 * KIB * KIB;

function manyClients(name: (index: number) => string): Record<string, unknown>[] {
  return Array.from({ length: MANY }, (_, index) => ({
    clientId: `many-${index}`,
    clientType: 'confidential' as const,
    name: name(index),
    ruleset: 'WEB',
    redirectUrls: [`https://many-${index}.example/callback`],
    isPrivileged: false,
    secrets: [{ scheme: 'sha256', verifier: index.toString(16).padStart(64, '0') }],
  }));
}

describe('importing thousands of clients', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());

  const imported = async (clients: unknown[], query = '') => {
    let answer: Awaited<ReturnType<AdminApi['send']>> | undefined;
    const statements = await statementsOf(server, async () => {
      answer = await api.send('POST', `/configuration${query}`, { body: { clients } });
    });
    const changes = (answer?.body.changes as unknown[] | undefined)?.length;
    return { status: answer?.status, changes, statements: statements.length };
  };
  const actions = async () => {
    const found = await rows<{ action: string; number: number }>(
      server,
      `SELECT action, count(*)::int AS number FROM audit_event WHERE target LIKE 'client:many-%' GROUP BY action`,
    );
    return Object.fromEntries(found.map(({ action, number }) => [action, number]));
  };

  it('takes few statements, and audits each client by itself', async () => {
    const clients = manyClients((index) => `Many ${index}`);
    expect(JSON.stringify({ clients }).length).toBeGreaterThan(512 * KIB);
    const dry = await imported(clients, '?dryRun=true');
    expect(dry).toMatchObject({ status: 200, changes: MANY });
    expect(await count(server, 'client_secret')).toBeLessThan(MANY);
    const done = await imported(clients);
    expect(done).toMatchObject({ status: 200, changes: MANY });
    expect(Math.max(dry.statements, done.statements)).toBeLessThan(100);
    expect(await imported(clients)).toMatchObject({ changes: 0 });
    expect(await actions()).toEqual({ 'client.created': MANY, 'client.secret_added': MANY });
    expect((await api.send('GET', '/clients/many-1999')).body).toMatchObject({
      name: 'Many 1999',
      redirectUrls: ['https://many-1999.example/callback'],
      secrets: [expect.anything()],
    });
  });

  it('changes and deletes them likewise', async () => {
    const changed = await imported(manyClients((index) => `Other ${index}`));
    expect(changed).toMatchObject({ status: 200, changes: MANY });
    expect((await api.send('GET', '/clients/many-0')).body).toMatchObject({ name: 'Other 0' });
    const pruned = await imported([], '?prune=true');
    expect(pruned.changes).toBeGreaterThanOrEqual(MANY);
    expect(Math.max(changed.statements, pruned.statements)).toBeLessThan(100);
    expect(await actions()).toMatchObject({ 'client.updated': MANY, 'client.deleted': MANY });
  });

  it('names a wrong client by its position', async () => {
    const clients = manyClients(() => 'Many');
    clients[1500] = { ...clients[1500], profile: 'lax' };
    const { status, body } = await api.send('POST', '/configuration', { body: { clients } });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'clients.1500.profile', message: expect.any(String) }],
    ]);
  });

  it('reads 16 MiB of an import, and no more', async () => {
    const filler = (bytes: number) => ({ filler: 'x'.repeat(bytes) });
    const small = await api.send('POST', '/configuration', { body: filler(LARGE_BYTES - 100) });
    expect(small.status).toBe(422);
    const large = await api.send('POST', '/configuration', { body: filler(LARGE_BYTES) });
    expect([large.status, large.body]).toEqual([
      413,
      expect.objectContaining({
        type: 'urn:hearth:problem:too-large',
        detail: expect.stringContaining('16 MiB'),
      }),
    ]);
  });

  it('shows the first ones in the console, and refuses a file that is too large', async () => {
    const clients = manyClients((index) => `Many ${index}`);
    const shown = await sendConfiguration(server, await api.consoleCookie(), JSON.stringify({ clients }));
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('To create: 2000');
    expect(shown.text).toContain('client many-199<');
    expect(shown.text).not.toContain('client many-200<');
    const large = await sendConfiguration(server, await api.consoleCookie(), 'x'.repeat(LARGE_BYTES + 1));
    expect([large.status, large.text]).toEqual([413, expect.stringContaining('At most 16 MiB')]);
  });
});
