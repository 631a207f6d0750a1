import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { webhookContext } from '../../../src/oauth/webhooks/webhook.entity.js';
import { Sealer } from '../../../src/platform/security/sealer.js';
import { basic, type Body } from '../../support/a01.js';
import { eventually } from '../../support/eventually.js';
import { CLIENTS, FIXTURES } from '../../support/fixtures.js';
import { Workplace, type ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

const KEY = Buffer.alloc(32, 5);
const IN_FLIGHT = 8;
const ENOUGH = 400;

describe('node is killed (-9) while webhooks are delivered (D276)', () => {
  const place = new Workplace('none');
  let database: TestDatabase;
  let sql: pg.Client;
  let receiver: WebhookReceiver;
  let nodes: ServerProcess[];
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    database = await createTestDatabase();
    sql = new pg.Client({ connectionString: database.settings.DATABASE_URL });
    await sql.connect();
    writeFileSync(place.path('bootstrap.json'), JSON.stringify({ clients: FIXTURES.clients }));
    nodes = [await start()];
    nodes.push(await start());
    const id = randomUUID();
    await sql.query(
      `INSERT INTO webhook (id, client_id, url, events, sealed_secret, created_at)
       SELECT $1, id, $2, '{family.*}', $3, now() FROM client WHERE client_id = $4`,
      [
        id,
        receiver.url,
        new Sealer([KEY], true).seal('webhook', KEY, webhookContext(id)),
        CLIENTS.provisioning.id,
      ],
    );
  });
  afterAll(async () => {
    await place.close();
    await receiver.close();
    await sql.end();
    await database.drop();
  });

  const start = (): Promise<ServerProcess> =>
    place.start({
      ...{ ...database.settings, NODE_ENV: 'test', BOOTSTRAP_FILE: place.path('bootstrap.json') },
      ...{ MASTER_KEY: KEY.toString('base64'), SESSION_SECRET: 'the session secret of both nodes' },
      ...{
        PUBLIC_URL: 'https://hearth.example',
        TRUST_PROXY: '127.0.0.1',
        JWKS_INSIDE_NETWORKS: '127.0.0.1',
      },
    });
  const call = async (node: ServerProcess, operation: string, fields: Record<string, string>) => {
    const headers = { ...basic(CLIENTS.provisioning), 'X-Forwarded-Proto': 'https' };
    const body = new URLSearchParams(fields);
    const answer = await fetch(`${node.url}/api/prov/${operation}`, { method: 'POST', headers, body });
    return ((await answer.json()) as Body).a01.r.r;
  };

  it('delivers every acknowledged change, without a gap in the numbers, and repeats have their original id', async () => {
    const answered: string[] = [];
    let isOver = false;
    const work = async (): Promise<void> => {
      while (!isOver) {
        const familyId = await call(nodes[1], 'createfamily', { FamilyName: 'One' });
        await call(nodes[1], 'updatefamily', { familyId, FamilyName: 'Two' });
        answered.push(familyId);
      }
    };
    receiver.answer = ({ event }) => (event.sequence === 1 && Math.random() < 0.1 ? 500 : 204);
    const working = Array.from({ length: IN_FLIGHT }, work);
    for (const share of [1, 2]) {
      await eventually(() => Promise.resolve(answered.length >= (share * ENOUGH) / 2 || null));
      nodes[0].kill('SIGKILL');
      expect(await nodes[0].ended).toBe('SIGKILL');
      nodes[0] = await start();
    }
    isOver = true;
    await Promise.all(working);
    receiver.answer = () => 204;
    const isTold = async (): Promise<true | null> => {
      // Deliveries that the killed node had reserved, and that wait for their next attempt, as if the time had
      // passed.
      await sql.query('UPDATE webhook_delivery SET next_at = now() WHERE next_at > now()');
      await sql.query('UPDATE webhook SET retry_at = NULL');
      const { rowCount } = await sql.query(
        'SELECT FROM webhook_delivery WHERE next_at IS NOT NULL UNION ALL SELECT FROM subject_event UNION ALL SELECT FROM row_change',
      );
      return rowCount === 0 || null;
    };
    await eventually(isTold);
    const ids = new Map<string, Set<unknown>>();
    for (const { headers, event } of receiver.received) {
      const key = `${event.subject} ${event.sequence}`;
      ids.set(key, (ids.get(key) ?? new Set()).add(headers['webhook-id']));
    }
    for (const familyId of answered)
      for (const number of [1, 2])
        expect([familyId, ids.get(`family:${familyId} ${number}`)?.size]).toEqual([familyId, 1]);
    expect([...ids.values()].every(({ size }) => size === 1)).toBe(true);
    const again = receiver.received.length - ids.size;
    expect(again).toBeGreaterThan(0); // at least those that were refused at first
  });
});
