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

/** The sign-in of the account that this is, or is a further proof in; null: there is none, or it is no longer kept. */
export async function beganBy(tx: EntityManager, accountId: Long, id: Long): Promise<SignInView | null> {
  const found = await tx.findOneBy(SignInRow, { accountId, id });
  const began = found && (await tx.findOneBy(SignInRow, { accountId, id: found.beganId }));
  return began && { id: began.id, at: began.at, agent: (began.agent as UserAgent | null) ?? UNKNOWN_AGENT };
}

/** A sign-in or further proof in which something was made, as far as it is still known. */
interface PastSignIn {
  readonly at: Date;
  readonly agent: UserAgent | null;
  /** The sign-in that it is, or is a further proof in. */
  readonly beganId: Long;
}

/** Those of the account by their ids; those of others are not found. */
export async function pastSignIns(
  manager: EntityManager,
  accountId: Long,
  ids: readonly (Long | null)[],
): Promise<ReadonlyMap<Long, PastSignIn>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await manager.findBy(SignInRow, { accountId, id: In(wanted) });
  return new Map(
    rows.map(({ id, at, agent, beganId }) => [id, { at, agent: agent as UserAgent | null, beganId }]),
  );
}

/**
 * A sign-in of the account and the further proofs in it; none: it is another account's, or no longer kept.
 * @param rank those that are worth no more: a remedy reaches nothing that was made by a stronger proof than its own
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

/** What the proof of a sign-in is worth; one that is not kept is worth the least. */
export async function rankOfSignIn(tx: EntityManager, signInId: Long | null): Promise<Rank> {
  const found = signInId === null ? null : await tx.findOneBy(SignInRow, { id: signInId });
  return found?.rank ?? 1;
}
