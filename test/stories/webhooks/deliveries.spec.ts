import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { WebhookDeliveries } from '../../../src/oauth/webhooks/webhook-deliveries.js';
import { AdminApi, newAdmin, type Admin } from '../../support/admin-api.js';
import { count, rows } from '../../support/database-rows.js';
import { eventually } from '../../support/eventually.js';
import { newPartner } from '../../support/provisioning-clients.js';
import type { Partner } from '../../support/partner.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { ANY, subscribe, tell, unsubscribeAll } from '../../support/webhooks.js';

interface Delivery {
  readonly id: string;
  readonly state: string;
  readonly status: number | null;
  readonly answer: string;
  readonly attempts: number;
  readonly messageId: string;
  readonly nextAt: string | null;
}

describe('deliveries of webhooks (D276, D278)', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  let other: WebhookReceiver;
  let administrator: Admin;
  let api: AdminApi;
  let partner: Partner;
  let hook: string;
  beforeAll(async () => {
    [receiver, other] = [await WebhookReceiver.start(), await WebhookReceiver.start()];
    server = await startApp({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
    administrator = await newAdmin(server);
    partner = await newPartner(server, 'hooked');
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([receiver.close(), other.close()]);
  });
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    api = await AdminApi.signIn(server, administrator);
    for (const each of [receiver, other]) {
      each.received.length = 0;
      each.answer = () => 204;
      each.body = '';
    }
    ({ id: hook } = await subscribe(api, 'hooked', receiver));
  });
  afterEach(() => unsubscribeAll(api));

  const list = async (state = ''): Promise<Delivery[]> => {
    const query = state === '' ? '' : `?state=${state}`;
    return (await api.send('GET', `/webhooks/${hook}/deliveries${query}`)).body.items as Delivery[];
  };
  const get = async () => (await api.send('GET', `/webhooks/${hook}`)).body;
  const idsOf = ({ received }: WebhookReceiver) => received.map(({ headers }) => headers['webhook-id']);
  const wait = async (time: { seconds?: number; minutes?: number }) => {
    server.clock.advance(time);
    await tell(server);
  };

  it('are listed with the response', async () => {
    receiver.body = 'taken\0 with thanks';
    await partner.family();
    await tell(server);
    const [delivery, ...more] = await list();
    expect(more).toEqual([]);
    expect(delivery).toMatchObject({
      ...{ state: 'delivered', type: 'family.created', status: 204, attempts: 1, nextAt: null, sequence: 1 },
      messageId: idsOf(receiver)[0],
    });
    receiver.answer = () => 200;
    await partner.family();
    await tell(server);
    expect((await list())[0]).toMatchObject({ status: 200, answer: 'taken with thanks' });
    const one = await api.send('GET', `/webhooks/${hook}/deliveries/${delivery.id}`);
    expect(one.body).toEqual(delivery);
    for (const wrong of ['0', 'x', '9223372036854775808'])
      expect((await api.send('GET', `/webhooks/${hook}/deliveries/${wrong}`)).status).toBe(404);
    for (const wrong of ['x', '5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a11'])
      expect((await api.send('GET', `/webhooks/${wrong}/deliveries`)).status).toBe(404);
    expect((await api.send('GET', `/webhooks/${hook}/deliveries?after=WyJ4Il0`)).status).toBe(422);
  });

  it.each([
    ['an error', 500, /^no$/],
    ['a redirect', 302, /^no$/],
    ['a connection that is cut', 'cut', /connection failed/],
  ] as const)('are retried after %s, with their id, at growing intervals', async (_, answer, said) => {
    receiver.answer = () => answer;
    receiver.body = 'no';
    await partner.family();
    await tell(server);
    const [{ nextAt, ...failed }] = await list('waiting');
    expect(failed).toMatchObject({ status: answer === 'cut' ? null : answer, attempts: 1 });
    expect(failed.answer).toMatch(said);
    const in5 = Date.parse(String(nextAt)) - server.clock.millis();
    expect(in5).toBeGreaterThanOrEqual(5000);
    expect(in5).toBeLessThan(6001);
    await wait({ seconds: 4 });
    expect(receiver.received).toHaveLength(1);
    await wait({ seconds: 3 });
    await wait({ seconds: 15 }); // four times as long
    expect(receiver.received).toHaveLength(2);
    receiver.answer = () => 200;
    await wait({ seconds: 10 });
    expect(new Set(idsOf(receiver)).size).toBe(1);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
    expect(await list()).toMatchObject([{ state: 'delivered', attempts: 3 }]);
    expect(await get()).toMatchObject({ failures: 0, retryAt: null });
  });

  it('to a failing receiver go one at a time, and all once it works again; nobody else waits', async () => {
    await subscribe(api, 'hooked', other);
    receiver.answer = () => 503;
    for (let i = 0; i < 8; i++) {
      await partner.family();
      await tell(server);
    }
    expect(receiver.received).toHaveLength(5);
    expect(other.received).toHaveLength(8);
    expect(await get()).toMatchObject({ failures: 5, waiting: 8 });
    await wait({ seconds: 6 });
    expect(receiver.received).toHaveLength(6);
    await wait({ seconds: 6 });
    expect(receiver.received).toHaveLength(6); // ten seconds now
    receiver.answer = () => 200;
    await wait({ seconds: 60 });
    expect(await get()).toMatchObject({ failures: 0, retryAt: null, waiting: 0 });
    expect(new Set(idsOf(receiver)).size).toBe(8);
  });

  it('to a receiver that was away for an hour cost a few attempts, and all arrive within five minutes of its return', async () => {
    receiver.answer = () => 'cut';
    for (let i = 0; i < 40; i++) await partner.family();
    await tell(server);
    const atFirst = receiver.received.length; // as many as were in flight at once
    expect(atFirst).toBeLessThan(40);
    for (let minute = 0; minute < 60; minute++) await wait({ minutes: 1 });
    const asked = receiver.received.length - atFirst;
    expect(asked).toBeGreaterThan(10);
    expect(asked).toBeLessThan(30);
    receiver.answer = () => 204;
    await wait({ minutes: 5, seconds: 1 });
    api = await AdminApi.signIn(server, administrator);
    expect(await get()).toMatchObject({ failures: 0, retryAt: null, waiting: 0, failed: 0 });
    expect(new Set(idsOf(receiver)).size).toBe(40);
  });

  it('to a receiver that hangs only take its own share', async () => {
    await subscribe(api, 'hooked', other);
    receiver.answer = () => 'hang';
    await rows(
      server, // at once: on a busy machine the first would end before the last is made
      `INSERT INTO family (name, premium_type, created_by, created_at)
       SELECT 'Many', 0, id, now() FROM client, generate_series(1, 30) WHERE client_id = 'hooked'`,
    );
    await eventually(() => Promise.resolve(other.received.length === 30 || null));
    await eventually(() => Promise.resolve(receiver.received.length === 20 || null));
    expect((await list('waiting')).filter(({ attempts }) => attempts === 0)).toHaveLength(10);
    await receiver.close(); // ends what hangs
    receiver = await WebhookReceiver.start();
  });

  it('are given up after three days, and kept for 30; a resent one has its id', async () => {
    receiver.answer = () => 500;
    await partner.family();
    await tell(server);
    const isTried = async () =>
      (await count(server, 'webhook_delivery', `webhook_id = '${hook}' AND next_at IS NOT NULL`)) > 0;
    for (let i = 0; i < 60 && (await isTried()); i++) await wait({ minutes: 5 * 60 });
    expect(await isTried()).toBe(false);
    api = await AdminApi.signIn(server, administrator);
    const [failed] = await list('failed');
    expect(failed).toMatchObject({ nextAt: null, status: 500 });
    expect(failed.attempts).toBeGreaterThan(10);
    expect(await get()).toMatchObject({ failed: 1, waiting: 0 });
    receiver.answer = () => 200;
    const replayed = await api.send('POST', `/webhooks/${hook}/replay`);
    expect(replayed).toMatchObject({ status: 200, body: { deliveries: 1 } });
    await wait({ minutes: 6 });
    expect(await list()).toMatchObject([{ state: 'delivered', id: failed.id }]);
    expect(new Set(idsOf(receiver)).size).toBe(1);
    receiver.answer = () => 500;
    const again = await api.send('POST', `/webhooks/${hook}/deliveries/${failed.id}/replay`);
    expect(again).toMatchObject({ status: 200, body: { state: 'waiting' } });
    const twice = await api.send('POST', `/webhooks/${hook}/deliveries/${failed.id}/replay`);
    expect([again.status, twice.status]).toEqual([200, 409]);
  });

  it('to a receiver that was away for three days are given up without another attempt each', async () => {
    receiver.answer = () => 500;
    for (let i = 0; i < 7; i++) {
      await partner.family();
      await tell(server);
    }
    server.clock.advance({ days: 3, minutes: 1 });
    await server.get(WebhookDeliveries).giveUp();
    api = await AdminApi.signIn(server, administrator);
    expect(await list('failed')).toHaveLength(7);
  });

  it('wait while the webhook or its client is disabled', async () => {
    receiver.answer = () => 500;
    await partner.family();
    await tell(server);
    receiver.answer = () => 200;
    await api.send('PATCH', `/webhooks/${hook}`, { ifMatch: ANY, body: { isEnabled: false } });
    await wait({ minutes: 1 });
    expect(receiver.received).toHaveLength(1);
    expect((await api.send('POST', `/webhooks/${hook}/test`)).status).toBe(409);
    await api.send('PATCH', '/clients/hooked', { ifMatch: ANY, body: { isDisabled: true } });
    await api.send('PATCH', `/webhooks/${hook}`, { ifMatch: ANY, body: { isEnabled: true } });
    await wait({ minutes: 1 });
    expect(receiver.received).toHaveLength(1);
    await api.send('PATCH', '/clients/hooked', { ifMatch: ANY, body: { isDisabled: false } });
    await wait({ minutes: 1 });
    expect(await list()).toMatchObject([{ state: 'delivered' }]);
    expect(new Set(idsOf(receiver)).size).toBe(1);
  });

  it('are numbered without a gap, whatever happens at once', async () => {
    const familyId = await partner.family();
    const changes = Array.from({ length: 20 }, (_, i) =>
      partner.result('updatefamily', { familyId, FamilyName: `Name ${i}` }),
    );
    await Promise.all([...changes, tell(server), tell(server)]);
    await tell(server);
    const numbers = receiver.told().map(([, , sequence]) => sequence);
    expect(numbers).toEqual(Array.from({ length: 21 }, (_, i) => i + 1));
    const left = await rows(server, 'SELECT count(*)::int AS count FROM subject_event');
    expect(left).toEqual([{ count: 0 }]);
  });

  it('of a test contain nothing, and go to this webhook only', async () => {
    await subscribe(api, 'hooked', other);
    expect((await api.send('POST', `/webhooks/${hook}/test`)).status).toBe(202);
    expect((await api.send('POST', `/webhooks/${hook}/test`)).status).toBe(202);
    await tell(server);
    expect(receiver.told()).toEqual([
      ['webhook.test', `webhook:${hook}`, 1, {}],
      ['webhook.test', `webhook:${hook}`, 2, {}],
    ]);
    expect(other.received).toEqual([]);
  });

  it('are sent without a request', async () => {
    await partner.family();
    await eventually(() => Promise.resolve(receiver.received.length === 1 || null));
  });
});

describe('addresses of webhooks', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  let api: AdminApi;
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(async () => {
    await server.close();
    await receiver.close();
  });

  it.each([
    ['http://partner.example/hooks', 'must be an https URL'],
    ['https://user:word@partner.example/', 'must not have userinfo'],
    ['https://partner.example/#x', 'must not have a fragment'],
    ['nonsense', 'must be an https URL'],
  ])('refuse %s', async (url, message) => {
    const answer = await api.send('POST', '/webhooks', { body: { clientId: 'operator', url } });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(message);
  });

  it('of no client, or with unknown events, are refused', async () => {
    const url = 'https://partner.example/hooks';
    const wrong = { clientId: 'nobody', url };
    expect((await api.send('POST', '/webhooks', { body: wrong })).text).toContain('client_id of a client');
    const unknown = { clientId: 'operator', url, events: ['account.born', 'family.*'] };
    const answer = await api.send('POST', '/webhooks', { body: unknown });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('account.born')]);
  });

  it('in the internal network are refused when they are called', async () => {
    const { id } = await subscribe(api, 'operator', receiver);
    await api.send('POST', `/webhooks/${id}/test`);
    await tell(server);
    const { items } = (await api.send('GET', `/webhooks/${id}/deliveries`)).body as { items: Delivery[] };
    expect(items).toMatchObject([{ state: 'waiting', status: null, attempts: 1 }]);
    expect(items[0].answer).toContain('inside the network');
    expect(receiver.received).toEqual([]);
  });
});
