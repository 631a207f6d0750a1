import { MoreThan, type EntityManager } from 'typeorm';
import type { Rank } from '../ways-in/youth.js';
import type { HeldSignIn } from './hold-sign-in.js';
import { PROVEN_MS } from './proofs.js';
import { SignInRow } from './sign-in-row.entity.js';

/**
 * What it is worth that somebody showed who they are in the last minutes, by a sign-in that goes on. A session of before
 * 0.3 showed no more than a password.
 */
export async function heldRank(tx: EntityManager, { signInId }: HeldSignIn, now: Date): Promise<Rank> {
  if (signInId === null) return 1;
  const since = new Date(now.getTime() - PROVEN_MS);
  return (await tx.findOneBy(SignInRow, { id: signInId, at: MoreThan(since) }))?.rank ?? 1;
}
