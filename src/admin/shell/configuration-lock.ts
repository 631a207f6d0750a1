import type { EntityManager } from 'typeorm';

const LOCK = 'LOCK TABLE ruleset, client IN ROW EXCLUSIVE MODE';

/**
 * Waits for a running import (D140) before a ruleset or client is changed. Waiting later, with a row locked that the
 * import needs, would be a deadlock.
 */
export async function waitForImport(tx: EntityManager): Promise<void> {
  await tx.query(LOCK);
}
