import { LessThanOrEqual, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { isReached } from '../sessions/sign-in-sql.js';
import { valuesOfReach, type Made, type Reach } from '../ways-in/youth.js';
import { Passkey } from './passkey.entity.js';
import { SuspendedPasskey } from './suspended-passkey.entity.js';

/** Whether the account has a passkey that was there at that time, wherever it works. */
export function hadPasskey(tx: EntityManager, accountId: Long, at: Date): Promise<boolean> {
  return tx.existsBy(Passkey, { accountId, createdAt: LessThanOrEqual(at) });
}

/** Whether the account has a passkey that works for this domain. */
export function hasPasskeyFor(tx: EntityManager, accountId: Long, rpId: string): Promise<boolean> {
  return tx.existsBy(Passkey, { accountId, rpId });
}

/** Removes those that were; the caller tells. */
export async function removePasskeysOf(tx: EntityManager, accountId: Long, at: Date): Promise<void> {
  await tx.delete(Passkey, { accountId, createdAt: LessThanOrEqual(at) });
}

const SUSPEND = `WITH gone AS (
    DELETE FROM passkey p WHERE p.account_id = $1 AND ${isReached(2, 'p.created_at', 'p.sign_in_id')} RETURNING p.*
  ) INSERT INTO suspended_passkey (id, account_id, suspended_at, kept) SELECT id, account_id, $5, to_jsonb(gone) FROM gone RETURNING id`;
/** One that was made anew meanwhile, by the same authenticator, stays as it is. */
const RESTORE = `WITH back AS (
    DELETE FROM suspended_passkey WHERE account_id = $1 AND id = $2 RETURNING kept
  ) INSERT INTO passkey OVERRIDING SYSTEM VALUE
    SELECT (jsonb_populate_record(NULL::passkey, kept || jsonb_build_object('created_at', $3::timestamptz, 'sign_in_id', $4::bigint))).* FROM back
    ON CONFLICT DO NOTHING RETURNING name`;

/** Takes passkeys out of use until their owner takes them back, in the transaction of a remedy. @returns how many */
export async function suspendPasskeys(
  tx: EntityManager,
  accountId: Long,
  reach: Reach,
  at: Date,
): Promise<number> {
  return (await tx.query<unknown[]>(SUSPEND, [accountId, ...valuesOfReach(reach), at])).length;
}

/** A passkey that is out of use, as its owner knows it. */
export interface SuspendedView {
  readonly id: Long;
  readonly name: string;
  readonly suspendedAt: Date;
}

/** The oldest first. */
export async function suspendedPasskeysOf(tx: EntityManager, accountId: Long): Promise<SuspendedView[]> {
  const found = await tx.find(SuspendedPasskey, { where: { accountId }, order: { id: 'ASC' } });
  return found.map(({ id, suspendedAt, kept }) => ({ id, suspendedAt, name: (kept as Kept).name }));
}

/** Takes one back. The caller has locked the account. @returns its name; null: it is not suspended any more */
export async function restorePasskey(
  tx: EntityManager,
  accountId: Long,
  id: Long,
  { at, signInId }: Made,
): Promise<string | null> {
  const [back] = await tx.query<Kept[]>(RESTORE, [accountId, id, at, signInId]);
  return back?.name ?? null;
}

/** The columns of `passkey` that are read here. */
interface Kept {
  readonly name: string;
}
