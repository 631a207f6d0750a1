import type { EntityManager } from 'typeorm';

const LOCK = 'LOCK TABLE ruleset, client IN ROW EXCLUSIVE MODE';

/**
 * Who changes a ruleset or a client waits for an import (D140) here, before it holds a row that the import needs: later
 * each would wait for the other, until the database ends one of them.
 */
export async function waitForImport(tx: EntityManager): Promise<void> {
  await tx.query(LOCK);
}
