import { Injectable } from '@nestjs/common';
import { batchStatement, queryEach, type RowOf } from '../../platform/database/batch-statement.js';
import { Batch } from '../../platform/database/batch.js';
import { Database } from '../../platform/database/database.js';
import { digestOf } from '../../platform/security/secrets.js';

const COLUMNS = { digest: 'bytea', expires_at: 'timestamptz' } as const;
const REMEMBER = batchStatement<{ digest: Buffer }>()({
  name: 'mac-nonces',
  isRepeatable: true, // with another nonce
  columns: COLUMNS,
  key: 'digest',
  text: ({ asked }) =>
    `INSERT INTO mac_nonce (digest, expires_at) SELECT * FROM ${asked('t')} ON CONFLICT DO NOTHING RETURNING digest`,
});

/** Stores used (token, ts, nonce) combinations, for all nodes (D51). */
@Injectable()
export class NonceStore {
  private readonly batch: Batch<RowOf<typeof COLUMNS>, boolean>;

  constructor(database: Database) {
    this.batch = new Batch(async (nonces) => {
      // A batch may contain the same one twice: only the first is inserted, as between batches.
      const inserted = await queryEach(database, REMEMBER, nonces);
      return inserted.map((each) => each !== undefined);
    });
  }

  /** Whether this is its first use; of several concurrent uses exactly one is the first. */
  remember(tokenDigest: string, ts: string, nonce: string, expiresAt: Date): Promise<boolean> {
    return this.batch.add({ digest: digestOf(`${tokenDigest}|${ts}|${nonce}`), expires_at: expiresAt });
  }
}
