import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventSpreader } from '../../src/oauth/webhooks/event-spreader.js';
import { WebhookDeliveries } from '../../src/oauth/webhooks/webhook-deliveries.js';
import { WebhookStore } from '../../src/oauth/webhooks/webhook-store.js';
import { CleanUp } from '../../src/operate/clean-up.js';
import { AdminApi, newAdmin } from '../support/admin-api.js';
import { Database } from '../../src/platform/database/database.js';
import { count, rows } from '../support/database-rows.js';
import { FixedClock } from '../support/fixed-clock.js';
import type { Partner } from '../support/partner.js';
import { newPartner } from '../support/provisioning-clients.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { ANY, subscribe, tell, unsubscribeAll } from '../support/webhooks.js';

/** More than one request resends in one transaction. */
const MANY = 5001;

describe('webhooks with many deliveries (D281, D282)', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  let api: AdminApi;
  let partner: Partner;
  let hook: string;
  /** The clock of a node that is ahead: the server itself does not take yet what is due there. */
  let ahead: FixedClock;
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    server = await startApp({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(async () => {
    await server.close();
    await receiver.close();
  });
  beforeEach(async () => {
    ahead = new FixedClock();
    ahead.advance({ days: 300 });
    receiver.received.length = 0;
    receiver.answer = () => 204;
    receiver.body = '';
    partner = await newPartner(server, 'hooked');
    ({ id: hook } = await subscribe(api, 'hooked', receiver));
  });
  afterEach(async () => {
    await unsubscribeAll(api);
    await server.get(CleanUp).run();
  });

  const get = async () => (await api.send('GET', `/webhooks/${hook}`)).body;
  /** Deliveries that were given up, or that are due then. */
  const deliveries = (many: number, dueAt: Date | null = null) =>
    rows(
      server,
      `INSERT INTO webhook_delivery (webhook_id, message_id, kind, subject, sequence, data, occurred_at, gives_up_at, attempts, next_at, forget_at)
       SELECT $1, gen_random_uuid(), 'account.changed', 'account:' || n, 1, '{}', $2, $2, 20, $4::timestamptz,
              CASE WHEN $4 IS NULL THEN $2::timestamptz + interval '30 days' END
         FROM generate_series(1, $3::int) n`,
      [hook, server.clock.now(), many, dueAt],
    );
  const FAILED = 'next_at IS NULL AND delivered_at IS NULL';

  it('that all failed are resent in parts, from the first attempt', async () => {
    await deliveries(MANY);
    const replayed: number[] = [];
    const replay = async () => {
      const { status, body } = await api.send('POST', `/webhooks/${hook}/replay`);
      expect(status).toBe(200);
      replayed.push(Number(body.deliveries));
      return body.isDone;
    };
    while (!(await replay())); // one request, even on a busy machine
    expect(replayed.reduce((sum, each) => sum + each)).toBe(MANY);
    expect(await count(server, 'webhook_delivery', `attempts > 1 OR ${FAILED}`)).toBe(0);
    const audited = await rows<{ details: { deliveries: number } }>(
      server,
      `SELECT details FROM audit_event WHERE action = 'webhook.replayed' AND target = 'webhook:${hook}'`,
    );
    expect(audited.map(({ details }) => details.deliveries).sort()).toEqual([1, 5000]);
  });

  it('are given up together when their time has expired', async () => {
    await deliveries(2500, ahead.now());
    await new WebhookDeliveries(server.get(Database), ahead, server.get(WebhookStore)).giveUp();
    expect(await count(server, 'webhook_delivery', `${FAILED} AND forget_at IS NOT NULL`)).toBe(2500);
  });

  it.each([
    ['webhook', () => api.send('DELETE', `/webhooks/${hook}`, { ifMatch: ANY })],
    ['client', () => api.send('DELETE', '/clients/hooked', { ifMatch: ANY })],
  ])('are deleted with their %s, which does not wait for them', async (what, remove) => {
    await deliveries(2500);
    await partner.family();
    await tell(server);
    const other = await subscribe(api, 'operator', receiver);
    await api.send('POST', `/webhooks/${other.id}/test`);
    expect((await remove()).status).toBe(204);
    expect(await count(server, 'webhook_delivery')).toBe(2502);
    await server.get(CleanUp).run();
    for (const table of ['webhook_delivery', 'webhook_sequence'])
      expect([table, await count(server, table)]).toEqual([table, 1]); // the other node's result
    if (what === 'client') partner = await newPartner(server, 'hooked');
  });

  it('leave nothing behind when the last one is postponed', async () => {
    const left = () =>
      rows(
        server,
        `INSERT INTO subject_event (transaction_id, kind, subject, data, client_ids, occurred_at)
         VALUES (0, 'family.created', 'family:0', '{}', '{}', now()) RETURNING id`,
      );
    await unsubscribeAll(api);
    await left();
    await server.get(CleanUp).run();
    expect(await count(server, 'subject_event')).toBe(0);
  });

  it('take no more than their share, whatever is in progress', async () => {
    await deliveries(3, ahead.now());
    const taking = new WebhookDeliveries(server.get(Database), ahead, server.get(WebhookStore));
    expect(await taking.take(new Map([[hook, 21]]))).toEqual([]);
    expect(await taking.take(new Map([[hook, 19]]))).toHaveLength(1);
  });

  it('are not marked as failing when they fail occasionally', async () => {
    let asked = 0;
    receiver.answer = () => (++asked % 3 === 0 ? 204 : 500);
    for (let i = 0; i < 12; i++) {
      await partner.family();
      await tell(server);
    }
    expect(receiver.received).toHaveLength(12);
    expect(await get()).toMatchObject({ failures: 0, retryAt: null });
  });

  it("keep another node's result when a node answers too late", async () => {
    await deliveries(1, ahead.now());
    const taking = new WebhookDeliveries(server.get(Database), ahead, server.get(WebhookStore));
    const [slow] = await taking.take(new Map());
    ahead.advance({ minutes: 1 });
    const [again] = await taking.take(new Map());
    expect([again.id, again.attempts]).toEqual([slow.id, slow.attempts + 1]);
    await taking.noteSuccess(again, { status: 204, text: '', durationMs: 1, retryAfterMs: 0 });
    await taking.noteFailure(slow, {
      status: null,
      text: 'there was no answer in time',
      durationMs: 9,
      retryAfterMs: 0,
    });
    expect((await api.send('GET', `/webhooks/${hook}/deliveries`)).body.items).toMatchObject([
      { state: 'delivered', status: 204 },
    ]);
  });

  it('are retried at once when the webhook changes, however long they had to wait', async () => {
    await deliveries(2, ahead.now());
    await tell(server);
    expect(receiver.received).toEqual([]);
    await api.send('PATCH', `/webhooks/${hook}`, { ifMatch: ANY, body: { url: `${receiver.url}&new` } });
    await tell(server);
    expect(receiver.received).toHaveLength(2);
  });

  it('keep only the beginning of an answer', async () => {
    receiver.body = 'x'.repeat(1_000_000);
    receiver.answer = () => 200;
    await partner.family();
    await tell(server);
    const [{ size }] = await rows<{ size: number }>(
      server,
      'SELECT length(answer) AS size FROM webhook_delivery',
    );
    expect(size).toBe(1024);
  });
});

describe('webhook that this node does not know yet (D276)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());

  it('gets events from then on, as does one whose events changed', async () => {
    const url = 'https://partner.example/hooks';
    const { id } = await subscribe(api, 'operator', { url }, { events: ['account.*'] });
    // The server's own timer may be at it: what it has taken is not spread yet.
    const isWaiting = async (): Promise<boolean> =>
      (await rows(server, 'SELECT 1 FROM row_change UNION ALL SELECT 1 FROM subject_event LIMIT 1')).length >
      0;
    const spread = async (): Promise<void> => {
      do await server.get(EventSpreader).run();
      while (await isWaiting());
    };
    await spread(); // this node knows a webhook now
    const told = async (): Promise<string[]> => {
      await rows(server, `INSERT INTO family (name, premium_type, created_at) VALUES ('Told', 0, now())`);
      await spread();
      const found = await rows<{ to: string }>(
        server,
        'SELECT webhook_id AS to FROM webhook_delivery ORDER BY webhook_id',
      );
      await rows(server, 'DELETE FROM webhook_delivery');
      return found.map(({ to }) => to);
    };
    expect(await told()).toEqual([]);
    // Acts as another node whose NOTIFY is still under way.
    const other = 'ffffffff-7c1f-4d0f-9a53-0d2f6f1f6a11';
    await rows(
      server,
      `INSERT INTO webhook (id, client_id, url, events, sealed_secret, created_at)
       SELECT $1, client_id, url, '{*}', sealed_secret, created_at FROM webhook`,
      [other],
    );
    expect(await told()).toEqual([other]);
    await rows(server, `UPDATE webhook SET events = '{family.created}' WHERE id = $1`, [id]);
    expect(await told()).toEqual([id, other].sort());
    await rows(server, 'UPDATE webhook SET is_enabled = false WHERE id = $1', [other]);
    expect(await told()).toEqual([id]);
  });
});
