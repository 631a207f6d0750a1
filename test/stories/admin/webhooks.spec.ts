import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DAY } from '../../../src/platform/security/clock.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { ANY, subscribe, unsubscribeAll } from '../../support/webhooks.js';

const HOOK = { url: 'https://partner.example/hooks' };

describe('webhooks by the administration (D275, D278)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());
  afterEach(() => unsubscribeAll(api));

  it('are created, listed by client, changed and deleted; the secret is shown once', async () => {
    const created = await subscribe(api, 'operator', HOOK, { description: 'Billing' });
    expect(created).toMatchObject({
      ...HOOK,
      ...{ clientId: 'operator', events: ['*'], description: 'Billing', isEnabled: true },
      ...{ failures: 0, retryAt: null, waiting: 0, failed: 0, previousEndsAt: null },
    });
    expect(created.secret).toMatch(/^whsec_/);
    await subscribe(api, 'shop', HOOK);
    const listed = await api.send('GET', '/webhooks?client=operator');
    expect(listed.body.items).toHaveLength(1);
    expect(listed.text).not.toContain('whsec_');
    const path = `/webhooks/${created.id}`;
    const { headers } = await api.send('GET', path);
    const change = { events: ['account.*'], description: null };
    const ifMatch = String(headers.etag);
    expect((await api.send('PATCH', path, { body: change, ifMatch })).body).toMatchObject(change);
    expect((await api.send('PATCH', path, { body: change, ifMatch })).status).toBe(412);
    expect((await api.send('PATCH', path, { body: change })).status).toBe(428);
    expect((await api.send('PATCH', path, { body: { clientId: 'shop' }, ifMatch: ANY })).status).toBe(422);
    const renewed = await api.send('POST', `${path}/secret`, { ifMatch: ANY });
    const previousEndsAt = new Date(server.clock.millis() + DAY).toISOString();
    expect([renewed.status, renewed.body.previousEndsAt]).toEqual([201, previousEndsAt]);
    expect((await api.send('DELETE', path, { ifMatch: ANY })).status).toBe(204);
    expect((await api.send('GET', path)).status).toBe(404);
  });

  it('are deleted with their client', async () => {
    await api.send('POST', '/clients', {
      body: { clientId: 'short', name: 'Short', ruleset: 'WEB', clientType: 'confidential' },
    });
    const { id } = await subscribe(api, 'short', HOOK);
    expect((await api.send('DELETE', '/clients/short', { ifMatch: ANY })).status).toBe(204);
    expect((await api.send('GET', `/webhooks/${id}`)).status).toBe(404);
  });

  it('are for administrators, not for support', async () => {
    const support = await AdminApi.signIn(server, await newAdmin(server, 'support'));
    expect((await support.send('GET', '/webhooks')).status).toBe(403);
    expect((await support.send('POST', '/webhooks', { body: { clientId: 'shop', ...HOOK } })).status).toBe(
      403,
    );
  });

  it('are exported with sealed secrets, which this server accepts and another refuses', async () => {
    const { id, secret } = await subscribe(api, 'operator', HOOK);
    const { body: document, text } = await api.send('GET', '/configuration');
    expect(text).not.toContain(secret.slice(6));
    const [exported] = document.webhooks as { sealedSecret: string }[];
    expect(exported).toMatchObject({ id, clientId: 'operator', ...HOOK });
    const put = (webhooks: unknown, query = '') =>
      api.send('POST', `/configuration${query}`, { body: { webhooks } });
    expect((await put(document.webhooks)).body).toMatchObject({ changes: [] });
    await api.send('DELETE', `/webhooks/${id}`, { ifMatch: ANY });
    const back = await put([exported]);
    expect(back.body).toMatchObject({ changes: [{ kind: 'webhook', name: id, action: 'create' }] });
    expect(back.text).not.toContain(exported.sealedSecret);
    const changed = await put([{ ...exported, events: ['family.*'] }]);
    expect(changed.body).toMatchObject({ changes: [{ action: 'update', after: { events: ['family.*'] } }] });
    const other = { id: '5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a11', clientId: 'operator', ...HOOK };
    expect((await put([other])).status).toBe(200);
    for (const wrong of [
      { ...exported, sealedSecret: Buffer.alloc(80, 1).toString('base64') },
      { ...exported, clientId: 'shop' },
      { ...other, clientId: 'nobody' },
      { ...other, id: 'x' },
      { ...other, url: 'http://partner.example' },
    ])
      expect((await put([wrong])).status).toBe(422);
    expect((await put([exported, exported])).status).toBe(422);
    const pruned = await api.send('POST', '/configuration?prune=true&dryRun=true', {
      body: { ...document, webhooks: [] },
    });
    expect(pruned.body.changes).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'webhook', name: id, action: 'delete' })]),
    );
  });
});
