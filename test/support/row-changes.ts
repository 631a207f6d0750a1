import type { EntityManager } from 'typeorm';
import { Database } from '../../src/platform/database/database.js';
import {
  eventsOf,
  type WatchedChange,
  type DecidedEvent,
} from '../../src/oauth/webhooks/events-of-changes.js';
import type { TestServer } from './start-app.js';

class Undone extends Error {}

/** Does the work in a transaction that is rolled back. */
export async function undone(server: TestServer, work: (tx: EntityManager) => Promise<void>): Promise<void> {
  const doing = server.get(Database).transaction(async (tx) => {
    await work(tx);
    throw new Undone();
  });
  await doing.catch((cause: unknown) => {
    if (!(cause instanceof Undone)) throw cause;
  });
}

/** The trigger records of the transaction. */
export function changesIn(tx: EntityManager): Promise<WatchedChange[]> {
  return tx.query<WatchedChange[]>(
    `SELECT id, transaction_id AS "transactionId", table_name AS "tableName", subject, old_values AS "oldValues",
            new_values AS "newValues", changed, client_ids::text AS clients
       FROM row_change WHERE transaction_id = pg_current_xact_id()::text::bigint ORDER BY id`,
  );
}

/** The events that follow. */
export async function eventsIn(tx: EntityManager): Promise<DecidedEvent[]> {
  return eventsOf(await changesIn(tx));
}
