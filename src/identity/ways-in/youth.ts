import type { Long } from '../../platform/operations/long.js';
import type { Remedy } from './effects.js';
import { DAY } from '../../platform/security/clock.js';

/**
 * The rank of a proof of identity (D337): 3 a settled second factor, 2 a link that was mailed to a settled address of
 * the account, 1 anything else: a password, another link, a provider's assertion, a young factor.
 */
export type Rank = 1 | 2 | 3;

/** How long a way in is young; then it is settled. One that was made at rank 3 is settled at once. */
const YOUNG_MS = 30 * DAY;

/** How a way in came to be: kept with it. */
export interface Made {
  readonly at: Date;
  /** The sign-in in which it was made; null: none of a page, or it is no longer known. */
  readonly signInId: Long | null;
}

/** Which ways in of a kind a remedy is about. */
export interface Reach {
  /** Only young ways in: made after this, at `rank` at most; null: of whatever age. */
  readonly since: Date | null;
  /** The rank of the remedy's proof: what was made by a stronger proof stays. */
  readonly rank: Rank;
  /** Only ways in that were made in one of these sign-ins; null: in any. */
  readonly signInIds: readonly Long[] | null;
  /** The identifier whose link the remedy rests on, which stays; left out: none. */
  readonly spared?: Long | null;
  /** Only ways in that prove at most this; null, or left out: whatever they prove. */
  readonly upTo?: Rank | null;
}

/** How a remedy takes ways in out of use. */
export interface Suspending {
  /**
   * Decides which new password takes ways in back: the remedy's own, or one that was chosen by a stronger proof, which
   * takes back all.
   */
  readonly remedy: Remedy;
  readonly reach: Reach;
  readonly at: Date;
}

/** Reaches all ways in. */
export const ALL: Reach = { since: null, rank: 2, signInIds: null };

/** Returns the time after which a way in was made that is young now. */
export function youngSince(now: Date): Date {
  return new Date(now.getTime() - YOUNG_MS);
}

/** Returns the parameters for `isReached`. */
export function valuesOfReach({ since, rank, signInIds }: Reach): unknown[] {
  return [since, rank, signInIds];
}

/** Returns when a suspended way in is deleted: it can be taken back until then. */
export function suspensionEnd(suspendedAt: Date): Date {
  return new Date(suspendedAt.getTime() + YOUNG_MS);
}
