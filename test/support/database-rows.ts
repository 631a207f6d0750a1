import type { Topic } from '../../src/platform/database/announced-changes.js';
import { Changes } from '../../src/platform/database/changes.js';
import { Database } from '../../src/platform/database/database.js';
import type { TestServer } from './start-app.js';

type Inside = Pick<TestServer, 'get'>;

/** Queries the server's database directly. */
export function rows<Row>(server: Inside, sql: string, values: unknown[] = []): Promise<Row[]> {
  return server.get(Database).dataSource.query<Row[]>(sql, values);
}

/** Notifies every node of changes that a test made in the database. */
export function outdate(server: Inside, ...topics: Topic[]): Promise<void> {
  return server.get(Database).transaction((tx) => {
    server.get(Changes).publishAfter(tx, ...topics);
    return Promise.resolve();
  });
}

export async function count(server: Inside, table: string, where = 'true'): Promise<number> {
  const [row] = await rows<{ n: number }>(server, `SELECT count(*)::int AS n FROM ${table} WHERE ${where}`);
  return row.n;
}

/** The id of the account with this e-mail address. */
export async function accountId(server: Inside, email: string): Promise<string> {
  const sql = 'SELECT account_id::text AS id FROM account_identifier WHERE normalized = $1';
  const [row] = await rows<{ id: string }>(server, sql, [email]);
  return row.id;
}

/** The database id of the client with this client_id. */
export async function clientRowId(server: Inside, clientId: string): Promise<string> {
  const [row] = await rows<{ id: string }>(server, 'SELECT id::text FROM client WHERE client_id = $1', [
    clientId,
  ]);
  return row.id;
}
