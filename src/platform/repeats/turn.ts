import type { Database } from '../database/database.js';
import type { Once } from '../database/once.js';
import type { Transaction } from '../database/transaction.js';
import { unavailable } from '../errors/outcome.js';
import type { FinalAnswer } from './final-answer.js';

/** What is kept of a request: what its work returned, or at last its answer. */
export type Kept = { readonly result: unknown } | { readonly answer: FinalAnswer };

const NOTE = `UPDATE kept_answer SET kept = $3, account_id = $4 WHERE digest = $1 AND turn = $2`;

/** The turn of a request to do the work of its key. */
export class Turn implements Once {
  constructor(
    private readonly database: Database,
    readonly digest: Buffer,
    readonly turn: Buffer,
    private readonly seal: (kept: Kept) => Buffer,
    /** What one before has done, whose answer was lost. */
    private readonly before: { readonly result: unknown } | null,
  ) {}

  async transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    about: (result: T) => string | null = () => null,
  ): Promise<T> {
    if (this.before) return this.before.result as T;
    return this.database.transaction(async (tx) => {
      const result = await work(tx);
      const kept = this.seal({ result: result ?? null });
      const [, noted] = await tx.query<[unknown, number]>(NOTE, [
        this.digest,
        this.turn,
        kept,
        about(result),
      ]);
      if (noted === 0)
        throw unavailable({ reason: 'another request with this key took the turn over' }, null);
      return result;
    });
  }
}
