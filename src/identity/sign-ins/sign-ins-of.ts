import { LessThanOrEqual, In, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import type { Rank } from '../ways-in/youth.js';
import type { UserAgent } from './user-agent.js';
import { SignInRow } from './sign-in-row.entity.js';

const UNKNOWN_AGENT: UserAgent = { browser: null, system: null, network: null };

/** A sign-in on a page. */
export interface SignInView {
  readonly id: Long;
  readonly at: Date;
  readonly agent: UserAgent;
}

/**
 * Finds the sign-in of the account that the id names, or names a further proof in; null: there is none, or it is no
 * longer kept.
 */
export async function beganBy(tx: EntityManager, accountId: Long, id: Long): Promise<SignInView | null> {
  const found = await tx.findOneBy(SignInRow, { accountId, id });
  const began = found && (await tx.findOneBy(SignInRow, { accountId, id: found.beganId }));
  return began && { id: began.id, at: began.at, agent: began.agent ?? UNKNOWN_AGENT };
}

/** Finds sign-ins and further proofs of the account by their ids. Rows of other accounts are not found. */
export async function pastSignIns(
  manager: EntityManager,
  accountId: Long,
  ids: readonly (Long | null)[],
): Promise<ReadonlyMap<Long, SignInRow>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await manager.findBy(SignInRow, { accountId, id: In(wanted) });
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the ids of a sign-in of the account and of the further proofs in it; empty: it is another account's, or no
 * longer kept.
 * @param rank only proofs of at most this rank: a remedy reaches nothing that was made by a stronger proof than its own
 */
export async function signInsOf(
  tx: EntityManager,
  accountId: Long,
  beganId: Long,
  rank: Rank,
): Promise<Long[]> {
  const found = await tx.findBy(SignInRow, { accountId, beganId, rank: LessThanOrEqual(rank) });
  return found.map(({ id }) => id);
}

/** The rank of a sign-in's proof; the lowest if it is no longer kept. */
export async function rankOfSignIn(tx: EntityManager, signInId: Long | null): Promise<Rank> {
  const found = signInId === null ? null : await tx.findOneBy(SignInRow, { id: signInId });
  return found?.rank ?? 1;
}
