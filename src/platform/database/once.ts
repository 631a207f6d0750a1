import type { Transaction } from './transaction.js';

/** A request that its caller may repeat under an Idempotency-Key: its work is done once (D392). */
export interface Once {
  /**
   * Does the work and notes that it is done in one transaction; where it was done before, returns what it returned then.
   * @param work what it returns survives JSON
   * @param about the account that the answer tells of: deleted with it
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, about?: (result: T) => string | null): Promise<T>;
}

/** The caller, with the note of a request that has a key. */
export interface Repeatable {
  /** Absent: the request has no key. */
  readonly once?: Once;
}
