import { OutboxWorker } from '../../src/identity/notifications/outbox-worker.js';
import { ActiveAccounts } from '../../src/platform/activity/active-accounts.js';
import { HourlyCounters } from '../../src/platform/activity/hourly-counters.js';
import { Sketch } from '../../src/platform/activity/sketch.js';
import { post, tokensFor } from './a01.js';
import { rows } from './database-rows.js';
import { ANNA, CLIENTS } from './fixtures.js';
import { invite } from './invitations.js';
import type { MailServer } from './mail-server.js';
import type { TestServer } from './start-app.js';

const REFUSED = 'nobody@refused.example';

/** A day in the console: sign-ins and refusals, a failed message, a client with legacy uses. */
export async function aDay(server: TestServer, mail: MailServer): Promise<void> {
  const hourly = `INSERT INTO audit_event (at, class, action, outcome, address)
      SELECT $1::timestamptz - h * interval '1 hour', 'signin', 'signin', CASE WHEN n < h % 5 THEN 'refused' ELSE 'ok' END, '192.0.2.1'
        FROM generate_series(1, 22) AS h, generate_series(1, 3 + h * 7 % 11) AS n`;
  await rows(server, hourly, [server.clock.now()]);
  const denied = `INSERT INTO audit_event (at, class, action, outcome, details) VALUES ($1, 'signin', 'call.denied', 'refused', '{"count": 12}')`;
  await rows(server, denied, [server.clock.now()]);
  await tokensFor(server, ANNA);
  await post(server, '/api/log2/in', { a01identifier: ANNA.email, a01password: 'wrong' });
  mail.refuse(REFUSED, 550, 1);
  await invite(server, { Identifier: REFUSED });
  await server.get(OutboxWorker).run();
  const legacy = `INSERT INTO legacy_use SELECT id, 'code-without-pkce', $2 FROM client WHERE client_id = $1`;
  await rows(server, legacy, [CLIENTS.thirdParty.id, server.clock.now()]);
}

/** A server's counts of sixty days, with a node that died, and some calls. */
export async function twoMonths(server: TestServer): Promise<void> {
  const kinds = `(VALUES ('signin', 40), ('refused:signin', 7), ('refused:call.denied', 3), ('refused:token.refused', 2),
      ('refused:attempt.throttled', 1), ('token', 230), ('family', 4)) AS k (kind, most)`;
  const hourly = `INSERT INTO hourly_count AS c
      SELECT date_trunc('hour', $1::timestamptz) - h * interval '1 hour', kind,
             (most * (1.2 + sin(h / 3.8)) * (1 + (h * 7919) % 13 / 13.0))::int
        FROM generate_series(0, 1439) AS h, ${kinds}
      ON CONFLICT (hour, kind) DO UPDATE SET count = c.count + excluded.count`; // the server itself may have counted already
  await rows(server, hourly, [server.clock.now()]);
  for (const [span, unit, count] of [
    ['hour', 3_600_000, 48],
    ['day', 86_400_000, 60],
  ] as const)
    for (let back = 0; back < count; back++) {
      const sketch = new Sketch();
      for (let id = 0; id < 200 + ((back * 7919) % 90); id++) sketch.add(String(back * 40 + id));
      const at = server.clock.millis() - (server.clock.millis() % unit) - back * unit;
      const sql = `INSERT INTO active_accounts VALUES ($1, $2, $3, $4, '2030-01-01')`;
      await rows(server, sql, [span, new Date(at), 'node-0dead0', sketch.bytes]);
    }
  const dead = `INSERT INTO node VALUES ('node-0dead0', '0.0.9', $1, $1)`;
  await rows(server, dead, [new Date(server.clock.millis() - 120_000)]);
  await tokensFor(server, ANNA);
  await post(server, '/api/log2/in', { a01identifier: ANNA.email, a01password: 'wrong' });
  await Promise.all([server.get(HourlyCounters).flush(), server.get(ActiveAccounts).flush()]);
}
