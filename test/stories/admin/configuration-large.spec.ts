import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin, sendJson } from '../../support/admin-api.js';
import { count, rows } from '../../support/database-rows.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { statementsOf } from '../../support/statements-of.js';

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

describe('thousands of clients are imported', () => {
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

  it('in few statements, each audited as if it were alone', async () => {
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

  it('changed and deleted likewise', async () => {
    const changed = await imported(manyClients((index) => `Other ${index}`));
    expect(changed).toMatchObject({ status: 200, changes: MANY });
    expect((await api.send('GET', '/clients/many-0')).body).toMatchObject({ name: 'Other 0' });
    const pruned = await imported([], '?prune=true');
    expect(pruned.changes).toBeGreaterThanOrEqual(MANY);
    expect(Math.max(changed.statements, pruned.statements)).toBeLessThan(100);
    expect(await actions()).toMatchObject({ 'client.updated': MANY, 'client.deleted': MANY });
  });

  it('one that is wrong is named by its place', async () => {
    const clients = manyClients(() => 'Many');
    clients[1500] = { ...clients[1500], profile: 'lax' };
    const { status, body } = await api.send('POST', '/configuration', { body: { clients } });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'clients.1500.profile', message: expect.any(String) }],
    ]);
  });
});

describe('how much is read', () => {
  let server: TestServer;
  let administrator: AdminApi;
  let support: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    administrator = await AdminApi.signIn(server, await newAdmin(server));
    support = await AdminApi.signIn(server, await newAdmin(server, 'support'));
  });
  afterAll(() => server.close());

  const filler = (bytes: number) => ({ filler: 'x'.repeat(bytes) });

  it('of a stranger: nothing where somebody must be signed in, little elsewhere', async () => {
    const refused = await sendJson(server, 'POST', '/configuration', { body: filler(2000 * KIB) });
    expect(refused.status).toBe(401);
    const noJson = { body: '{', headers: { 'Content-Type': 'application/json' } };
    expect((await sendJson(server, 'POST', '/configuration', noJson)).status).toBe(401);
    const signIn = await sendJson(server, 'POST', '/session', { body: filler(64 * KIB) });
    expect([signIn.status, signIn.body.detail]).toEqual([413, expect.stringContaining('At most 64 KiB')]);
  });

  it('of support no import either', async () => {
    expect((await support.send('POST', '/configuration', { body: filler(2000 * KIB) })).status).toBe(403);
  });

  it.each([
    ['/clients', 512, '512 KiB'],
    ['/configuration', 16 * 1024, '16 MiB'],
  ])('of an administrator at %s: %d KiB', async (path, most, words) => {
    const small = await administrator.send('POST', path, { body: filler(most * KIB - 100) });
    expect(small.status).toBe(422);
    const large = await administrator.send('POST', path, { body: filler(most * KIB) });
    expect([large.status, large.body]).toEqual([
      413,
      expect.objectContaining({
        type: 'urn:hearth:problem:too-large',
        detail: expect.stringContaining(words),
      }),
    ]);
  });

  describe('in a form of the console', () => {
    const send = async (cookie: string, text: string | Buffer, action = 'preview') => {
      const form = new FormData();
      form.append('file', new Blob([text as string]), 'export.json');
      const headers = { Cookie: cookie, Accept: 'text/html' };
      const options = { method: 'POST', headers, body: form, redirect: 'manual' } as const;
      const answer = await fetch(`${server.url}/admin/configuration/${action}`, options);
      return { status: answer.status, text: await answer.text() };
    };

    it('thousands of clients of an administrator, of which the first are shown', async () => {
      const clients = manyClients((index) => `Many ${index}`);
      const shown = await send(administrator.cookie, JSON.stringify({ clients }));
      expect(shown.status).toBe(200);
      expect(shown.text).toContain('To create: 2000');
      expect(shown.text).toContain('client many-199<');
      expect(shown.text).not.toContain('client many-200<');
    });

    it('is not imported before it was shown: a form without what the preview put into it changes nothing', async () => {
      const clients = [{ clientId: 'unseen', name: 'Unseen', ruleset: 'WEB', clientType: 'public' }];
      const answer = await send(administrator.cookie, JSON.stringify({ clients }), 'import');
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('Nothing was changed')]);
      expect(await count(server, 'client', `client_id = 'unseen'`)).toBe(0);
    });

    it('nothing of others', async () => {
      const much = 'x'.repeat(2000 * KIB);
      expect((await send('', much)).status).toBe(303);
      expect((await send(support.cookie, much)).status).toBe(403);
    });

    it('what is too large, or no UTF-8, is told so', async () => {
      const large = await send(administrator.cookie, 'x'.repeat(LARGE_BYTES + 1));
      expect([large.status, large.text]).toEqual([413, expect.stringContaining('At most 16 MiB')]);
      const latin = Buffer.from('{"clients": [{"name": "Käse"}]}', 'latin1');
      const refused = await send(administrator.cookie, latin);
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('is not UTF-8')]);
    });
  });

  it('what is no JSON is told so', async () => {
    const noJson = { body: '{', headers: { 'Content-Type': 'application/json' } };
    const { status, body } = await administrator.send('POST', '/clients', noJson);
    expect([status, body.detail]).toEqual([400, expect.stringContaining('can’t be read')]);
  });
});
