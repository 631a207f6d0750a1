import type { EntityManager } from 'typeorm';
import type { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';

/** Browsers kept for each account: enough for a person, with rows still small. */
const BROWSERS_KEPT = 20;
const FIRST = `($2::bytea || array_remove(coalesce(b.known_browsers, '{}'), $2::bytea))[:${BROWSERS_KEPT}]`;

/** Moves a known browser to the front. */
const USE = {
  name: 'account-browser-used',
  isRepeatable: true,
  text: `UPDATE account b SET known_browsers = ${FIRST} WHERE b.id = $1 AND $2::bytea = ANY(b.known_browsers) RETURNING b.id`,
};
/** Of two concurrent sign-ins the second waits for the first, and sees what it left. */
const REMEMBER = `WITH b AS (SELECT id, known_browsers, created_at FROM account WHERE id = $1 FOR NO KEY UPDATE)
  UPDATE account a SET known_browsers = ${FIRST} FROM b WHERE a.id = b.id
  RETURNING b.known_browsers IS NULL AS "isFromBefore", coalesce($2::bytea = ANY(b.known_browsers), false) AS "isKnown",
            cardinality(b.known_browsers) = 0 AS "isFirst", b.created_at AS "createdAt"`;

/** What an account knew of its browsers before another browser signed in. */
export interface BrowsersBefore {
  /** The account is older than the list, and no browser is in it yet. */
  readonly isFromBefore: boolean;
  readonly isKnown: boolean;
  /** No browser was in the list; null: there is no list. */
  readonly isFirst: boolean | null;
  readonly createdAt: Date;
}

/** @param mark digest of what the browser keeps @returns whether the account knows it */
export async function useKnownBrowser(database: Database, accountId: Long, mark: Buffer): Promise<boolean> {
  return (await database.query(USE, [accountId, mark])).length > 0;
}

/**
 * Forgets all browsers but one, so that a sign-in from any other is announced.
 * @param kept its mark; null: none
 * @returns how many accounts: 1
 */
export async function forgetBrowsers(
  tx: EntityManager,
  accountId: Long,
  kept: Buffer | null,
): Promise<number> {
  const [, affected] = await tx.query<[unknown, number]>(
    `UPDATE account SET known_browsers = CASE WHEN $2::bytea = ANY(known_browsers) THEN ARRAY[$2::bytea] ELSE '{}' END
      WHERE id = $1`,
    [accountId, kept],
  );
  return affected;
}

/** Adds a browser; null: there is no such account. */
export async function rememberBrowser(
  tx: EntityManager,
  accountId: Long,
  mark: Buffer,
): Promise<BrowsersBefore | null> {
  const [found] = await tx.query<[BrowsersBefore[], number]>(REMEMBER, [accountId, mark]);
  return found[0] ?? null;
}
