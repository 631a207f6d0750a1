import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin, sendJson } from '../../support/admin-api.js';
import { sendConfiguration } from '../../support/configuration-form.js';
import { count } from '../../support/database-rows.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const KIB = 1024;

describe('maximum request size', () => {
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

  it('of a stranger: nothing on routes that require a sign-in, little elsewhere', async () => {
    const refused = await sendJson(server, 'POST', '/configuration', { body: filler(2000 * KIB) });
    expect(refused.status).toBe(401);
    const noJson = { body: '{', headers: { 'Content-Type': 'application/json' } };
    expect((await sendJson(server, 'POST', '/configuration', noJson)).status).toBe(401);
    const signIn = await sendJson(server, 'POST', '/session', { body: filler(64 * KIB) });
    expect([signIn.status, signIn.body.detail]).toEqual([413, expect.stringContaining('At most 64 KiB')]);
  });

  it('of support: no import either', async () => {
    expect((await support.send('POST', '/configuration', { body: filler(2000 * KIB) })).status).toBe(403);
  });

  it('of an administrator: 512 KiB; of an import 16 MiB (faults/large-configurations.spec.ts)', async () => {
    const small = await administrator.send('POST', '/clients', { body: filler(512 * KIB - 100) });
    expect(small.status).toBe(422);
    const large = await administrator.send('POST', '/clients', { body: filler(512 * KIB) });
    expect([large.status, large.body]).toEqual([
      413,
      expect.objectContaining({
        type: 'urn:hearth:problem:too-large',
        detail: expect.stringContaining('512 KiB'),
      }),
    ]);
  });

  describe('in a form of the console', () => {
    const send = (cookie: string, text: string | Buffer, action?: string) =>
      sendConfiguration(server, cookie, text, action);

    it("it is not imported before the preview: a form without the preview's data changes nothing", async () => {
      const clients = [{ clientId: 'unseen', name: 'Unseen', ruleset: 'WEB', clientType: 'public' }];
      const answer = await send(await administrator.consoleCookie(), JSON.stringify({ clients }), 'import');
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('Nothing was changed')]);
      expect(await count(server, 'client', `client_id = 'unseen'`)).toBe(0);
    });

    it('others cannot preview an import', async () => {
      const much = 'x'.repeat(2000 * KIB);
      expect((await send('', much)).status).toBe(303);
      expect((await send(await support.consoleCookie(), much)).status).toBe(403);
    });

    it('input other than UTF-8 gets an explanation', async () => {
      const latin = Buffer.from('{"clients": [{"name": "Käse"}]}', 'latin1');
      const refused = await send(await administrator.consoleCookie(), latin);
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('is not UTF-8')]);
    });
  });

  it('input other than JSON gets an explanation', async () => {
    const noJson = { body: '{', headers: { 'Content-Type': 'application/json' } };
    const { status, body } = await administrator.send('POST', '/clients', noJson);
    expect([status, body.detail]).toEqual([400, expect.stringContaining('can’t be read')]);
  });
});
