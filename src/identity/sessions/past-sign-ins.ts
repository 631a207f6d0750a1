import { In, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { SignInRow } from './sign-in-row.entity.js';
import type { UserAgent } from './user-agent.js';

/** A sign-in on a page, or one more proof in it, as far as it is still known. */
export interface PastSignIn {
  readonly at: Date;
  readonly agent: UserAgent | null;
}

/** Sign-ins of an account by their ids; those of others are not found. */
export async function pastSignIns(
  manager: EntityManager,
  accountId: Long,
  ids: readonly (Long | null)[],
): Promise<ReadonlyMap<Long, PastSignIn>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await manager.findBy(SignInRow, { accountId, id: In(wanted) });
  return new Map(rows.map(({ id, at, agent }) => [id, { at, agent: agent as UserAgent | null }]));
}
