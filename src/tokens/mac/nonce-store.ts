import { Injectable } from '@nestjs/common';
import { Batch } from '../../database/batch.js';
import { Database } from '../../database/database.js';
import { digestOf } from '../../security/secrets.js';

const REMEMBER = {
  name: 'mac-nonces',
  isRepeatable: true, // with another nonce
  text: `INSERT INTO mac_nonce (digest, expires_at) SELECT * FROM unnest($1::bytea[], $2::timestamptz[])
         ON CONFLICT DO NOTHING RETURNING digest`,
};

interface Nonce {
  readonly digest: Buffer;
  readonly expiresAt: Date;
}

/** Remembers which (token, ts, nonce) were used, for all nodes (D51). */
@Injectable()
export class NonceStore {
  private readonly batch: Batch<Nonce, boolean>;

  constructor(private readonly database: Database) {
    this.batch = new Batch((nonces) => this.insert(nonces));
  }

  /** Whether this is its first use; of several at once one is the first. */
  remember(tokenDigest: string, ts: string, nonce: string, expiresAt: Date): Promise<boolean> {
    return this.batch.add({ digest: digestOf(`${tokenDigest}|${ts}|${nonce}`), expiresAt });
  }

  private async insert(nonces: Nonce[]): Promise<boolean[]> {
    const values = [nonces.map(({ digest }) => digest), nonces.map(({ expiresAt }) => expiresAt)];
    const rows = await this.database.query<{ digest: Buffer }>(REMEMBER, values);
    const inserted = new Set(rows.map(({ digest }) => digest.toString('latin1')));
    // Two of one batch may be the same: the first takes the place, as between batches.
    return nonces.map(({ digest }) => inserted.delete(digest.toString('latin1')));
  }
}
