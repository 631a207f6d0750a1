import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebhookDeliveries } from '../../../src/oauth/webhooks/webhook-deliveries.js';
import { AdminApi, consoleCookieOf, newAdmin, type Admin } from '../../support/admin-api.js';
import { request } from '../../support/http.js';
import { newPartner } from '../../support/provisioning-clients.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { ANY, subscribe, tell } from '../../support/webhooks.js';

describe('the page of a webhook whose receiver fails says what is so', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  let administrator: Admin;
  let hook: string;
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    receiver.answer = () => 503;
    server = await startApp({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
    administrator = await newAdmin(server);
    const api = await AdminApi.signIn(server, administrator);
    const partner = await newPartner(server, 'hooked');
    ({ id: hook } = await subscribe(api, 'hooked', receiver));
    expect((await api.send('POST', `/webhooks/${hook}/secret`, { ifMatch: ANY })).status).toBe(201);
    for (let i = 0; i < 5; i++) {
      await partner.family();
      await tell(server);
    }
  });
  afterAll(async () => {
    await server.close();
    await receiver.close();
  });

  const page = async () => {
    const headers = { Cookie: await consoleCookieOf(server, administrator) };
    const { text } = await request(server, { path: `/admin/webhooks/${hook}`, headers });
    return text.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
  };

  it('when it is tried next, and until when the secret before is good', async () => {
    const text = await page();
    expect(text).toContain(
      'The last 5 attempts failed. Waiting: 5 deliveries. One is tried in a moment, and all when it is taken.',
    );
    expect(text).toContain('the previous secret too. That ends in 1 day');
  });

  it('what comes next once all was given up, and nothing of a secret that is over', async () => {
    server.clock.advance({ days: 3, minutes: 1 });
    await server.get(WebhookDeliveries).giveUp();
    const text = await page();
    expect(text).toContain(
      'failed. The next delivery asks whether the receiver is back. Given up, and kept for 30 days: 5 deliveries.',
    );
    expect(text).not.toContain('the previous secret');
  });
});
