import type { Stopped } from '../../src/identity/mailed-links/link-shapes.js';
import { StopLinks } from '../../src/identity/mailed-links/stop-links.js';
import { Outbox } from '../../src/identity/notifications/outbox.js';
import { Database } from '../../src/platform/database/database.js';
import { rows } from './database-rows.js';
import { outboxOf } from './invitations.js';
import type { TestServer } from './start-app.js';

interface Given {
  readonly type?: 'Email' | 'Msisdn' | 'Login';
  /** The age in days of an address that its user added by a password; left out: as old as the account. */
  readonly addedDaysAgo?: number;
  /** The days since someone was seen to read it. */
  readonly unreadDays?: number;
  readonly isValidated?: boolean;
}

/** Gives an account an address. @returns its number */
export async function giveAddress(
  server: TestServer,
  accountId: string,
  value: string,
  { type = 'Email', addedDaysAgo, unreadDays = 0, isValidated = true }: Given = {},
): Promise<string> {
  const ago = (days: number): Date => new Date(server.clock.millis() - days * 86_400_000);
  const addedAt = addedDaysAgo === undefined ? null : ago(addedDaysAgo);
  const insert = `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated, added_at, confirmed_at)
    VALUES ($1, $2, $3, $3, $4, $5, $6) RETURNING id::text`;
  const values = [accountId, type, value, isValidated, addedAt, ago(unreadDays)];
  const [{ id }] = await rows<{ id: string }>(server, insert, values);
  return id;
}

/** As if nobody had read any address of the account for that long. */
export async function leaveUnread(server: TestServer, accountId: string, days: number): Promise<void> {
  const at = new Date(server.clock.millis() - days * 86_400_000);
  await rows(server, 'UPDATE account_identifier SET confirmed_at = $2 WHERE account_id = $1 RETURNING 1', [
    accountId,
    at,
  ]);
}

/** A link that stops a change made by a thief of the password. @returns its path */
export async function stopLinkOf(
  server: TestServer,
  accountId: string,
  about: Stopped = { kind: 'passkeyAdded', value: 'Phone' },
): Promise<string> {
  const sql = `INSERT INTO sign_in (id, account_id, began_id, at, rank) SELECT n, $1, n, $2, 1 FROM (SELECT coalesce(max(id), 0) + 1 AS n FROM sign_in) s RETURNING id::text`;
  const [{ id: signInId }] = await rows<{ id: string }>(server, sql, [accountId, server.clock.now()]);
  const links = await server
    .get(Database)
    .transaction((tx) => server.get(StopLinks).make(tx, accountId, { signInId }, about));
  const [link] = [...links.values()];
  if (link === undefined) throw new Error('the account has no address that may stop it');
  return new URL(link).pathname;
}

/**
 * The newest notice of its kind to each address, with the path of the link that stops the change; null: no link.
 */
export async function noticesOf(
  server: TestServer,
  accountId: string,
  kind: string,
): Promise<Record<string, string | null>> {
  const sent = (await outboxOf(server, accountId)).filter((one) => one.kind === kind);
  return Object.fromEntries(
    sent.reverse().map(({ recipient, payload }) => {
      const content = server.get(Outbox).open(payload as Buffer);
      const stop = 'stop' in content ? (content.stop ?? null) : null;
      return [recipient, stop === null ? null : new URL(stop).pathname];
    }),
  );
}
