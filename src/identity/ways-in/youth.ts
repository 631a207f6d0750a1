import type { Long } from '../../platform/operations/long.js';
import type { Remedy } from './effects.js';
import { DAY } from '../../platform/security/clock.js';

/**
 * What a proof of who somebody is is worth (D337): 3 a second factor that is settled itself, 2 a link that was
 * mailed to a settled address of the account, 1 anything else: a password, another link, a provider's word, a young factor.
 */
export type Rank = 1 | 2 | 3;

/** A way in is young for so long; then it is settled. One that was made at rank 3 is settled at once. */
const YOUNG_MS = 30 * DAY;

/** How a way in came to be: kept with it. */
export interface Made {
  readonly at: Date;
  /** The sign-in in which it was made; null: none of a page, or it is no longer known. */
  readonly signInId: Long | null;
}

/** Which ways in of a kind a remedy is about. */
export interface Reach {
  /** Young ones: those that were made after it, at `rank` at most; null: of whatever age. */
  readonly since: Date | null;
  /** Nobody takes away what was made by a stronger proof. */
  readonly rank: Rank;
  /** Those that were made in one of these sign-ins; null: in any. */
  readonly signInIds: readonly Long[] | null;
  /** The identifier whose link the remedy rests on, which stays; left out: none. */
  readonly spared?: Long | null;
  /** Those that prove no more than this; null, or left out: whatever they prove. */
  readonly upTo?: Rank | null;
}

/** How a remedy takes ways in out of use. */
export interface Suspending {
  /** Its own password takes back what it took, and a stronger proof's takes back all: a thief never gets to know that. */
  readonly remedy: Remedy;
  readonly reach: Reach;
  readonly at: Date;
}

/** All of them. */
export const ALL: Reach = { since: null, rank: 2, signInIds: null };

/** What was made after that is young now. */
export function youngSince(now: Date): Date {
  return new Date(now.getTime() - YOUNG_MS);
}

/** As parameters for `isReached`. */
export function valuesOfReach({ since, rank, signInIds }: Reach): unknown[] {
  return [since, rank, signInIds];
}

/** When what is suspended is deleted: it can be taken back until then. */
export function suspensionEnd(suspendedAt: Date): Date {
  return new Date(suspendedAt.getTime() + YOUNG_MS);
}
