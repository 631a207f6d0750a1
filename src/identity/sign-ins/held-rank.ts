import { MoreThan, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { MINUTE } from '../../platform/security/clock.js';
import { randomNumber } from '../../platform/security/secrets.js';
import type { Rank } from '../ways-in/youth.js';
import { SignInRow } from './sign-in-row.entity.js';

/** How long a proof counts for sensitive actions. */
export const PROVEN_MS = 5 * MINUTE;

/**
 * The rank of the proof in the last minutes, by a sign-in that is still valid. A session from before 0.3 proved no more
 * than a password.
 */
export async function heldRank(
  tx: EntityManager,
  { signInId }: { readonly signInId: Long | null },
  now: Date,
): Promise<Rank> {
  if (signInId === null) return 1;
  const since = new Date(now.getTime() - PROVEN_MS);
  return (await tx.findOneBy(SignInRow, { id: signInId, at: MoreThan(since) }))?.rank ?? 1;
}

/**
 * The number kept with what is made without a fresh proof: that of the sign-in while its proof is fresh, else one of
 * the same sign-in with the rank of a password, since the person there has proved nothing lately.
 */
export async function signInOfNow(tx: EntityManager, signInId: Long | null, now: Date): Promise<Long | null> {
  const shown = signInId === null ? null : await tx.findOneBy(SignInRow, { id: signInId });
  if (shown === null || shown.rank === 1 || shown.at.getTime() > now.getTime() - PROVEN_MS) return signInId;
  const { accountId, beganId, agent } = shown;
  const known = await tx.findOneBy(SignInRow, { accountId, beganId, rank: 1 });
  if (known !== null) return known.id;
  const id = randomNumber();
  await tx.insert(SignInRow, { id, accountId, beganId, at: now, methods: '', rank: 1, agent });
  return id;
}
