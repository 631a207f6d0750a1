import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin, type Admin } from '../../support/admin-api.js';
import type { Partner } from '../../support/partner.js';
import { newPartner } from '../../support/provisioning-clients.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { ANY, subscribe, tell, unsubscribeAll } from '../../support/webhooks.js';

describe('deliveries to a receiver that asks to wait, or to stop (row 40)', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  let administrator: Admin;
  let api: AdminApi;
  let partner: Partner;
  let hook: string;
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    server = await startApp({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
    administrator = await newAdmin(server);
    partner = await newPartner(server, 'hooked');
  });
  afterAll(async () => {
    await server.close();
    await receiver.close();
  });
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    api = await AdminApi.signIn(server, administrator);
    receiver.received.length = 0;
    receiver.retryAfter = '';
    ({ id: hook } = await subscribe(api, 'hooked', receiver));
  });
  afterEach(() => unsubscribeAll(api));

  const list = async (state: string): Promise<unknown[]> =>
    (await api.send('GET', `/webhooks/${hook}/deliveries?state=${state}`)).body.items as unknown[];
  const get = async () => (await api.send('GET', `/webhooks/${hook}`)).body;
  const wait = async (time: { minutes: number }) => {
    server.clock.advance(time);
    await tell(server);
  };

  it.each([429, 503])('wait as long as a receiver that answers %i asks for', async (status) => {
    receiver.answer = () => status;
    receiver.retryAfter = '3600';
    await partner.family();
    await tell(server);
    await partner.family(); // it does not know that it has to wait
    await wait({ minutes: 59 });
    api = await AdminApi.signIn(server, administrator); // the session has expired by now
    expect([receiver.received.length, (await list('waiting')).length]).toEqual([1, 2]);
    receiver.answer = () => 204;
    await wait({ minutes: 2 });
    expect([receiver.received.length, await list('waiting')]).toEqual([3, []]);
  });

  it('end for a receiver that is gone, until the webhook is enabled again', async () => {
    receiver.answer = () => 410;
    await partner.family();
    await tell(server);
    await partner.family();
    await wait({ minutes: 4 });
    expect([receiver.received.length, await get()]).toMatchObject([1, { isEnabled: false }]);
    expect(await list('failed')).toMatchObject([{ status: 410, attempts: 1, nextAt: null }]);
    const { items } = (await api.send('GET', '/audit?action=webhook.gone')).body;
    expect(items).toMatchObject([{ action: 'webhook.gone', target: `webhook:${hook}` }]);
    const { checks } = (await api.send('GET', '/doctor')).body;
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: 'webhooks',
        detail: expect.stringContaining(`hooked (${receiver.url})`) as unknown,
      }),
    );
    receiver.answer = () => 204;
    const on = await api.send('PATCH', `/webhooks/${hook}`, { ifMatch: ANY, body: { isEnabled: true } });
    expect(on.status).toBe(200);
    await partner.family();
    await tell(server);
    expect(receiver.received.length).toBe(2);
  });
});
