import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { isLong, type Long } from '../../platform/operations/long.js';
import { isReached, isYoung } from '../sign-ins/sign-in-sql.js';
import { valuesOfReach, type Made, type Suspending } from '../ways-in/youth.js';
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
  ) INSERT INTO suspended_passkey (id, account_id, suspended_at, is_password_replaced, kept) SELECT id, account_id, $5, $6, to_jsonb(gone) FROM gone RETURNING id`;
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
  { remedy, reach, at }: Suspending,
): Promise<number> {
  const isPasswordReplaced = remedy === 'replacePassword';
  const values = [accountId, ...valuesOfReach(reach), at, isPasswordReplaced];
  const suspended = await tx.query<unknown[]>(SUSPEND, values);
  if (isPasswordReplaced && reach.rank > 1)
    await tx.update(SuspendedPasskey, { accountId }, { isPasswordReplaced });
  return suspended.length;
}

/** A passkey that is out of use, as its owner knows it. */
interface SuspendedView {
  readonly id: Long;
  readonly name: string;
  readonly suspendedAt: Date;
  readonly isPasswordReplaced: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly signInId: Long | null;
}

/** The oldest first. */
export function suspendedPasskeysOf(tx: EntityManager, accountId: Long): Promise<SuspendedView[]> {
  return tx.query<SuspendedView[]>(
    `SELECT id, kept->>'name' AS name, suspended_at AS "suspendedAt", is_password_replaced AS "isPasswordReplaced", (kept->>'created_at')::timestamptz AS "createdAt",
            (kept->>'last_used_at')::timestamptz AS "lastUsedAt", kept->>'sign_in_id' AS "signInId"
       FROM suspended_passkey WHERE account_id = $1 ORDER BY id`,
    [accountId],
  );
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

/** The ids of those that are young, by whatever remedy. @param since what was made after that is */
export async function youngPasskeys(tx: EntityManager, accountId: Long, since: Date): Promise<Long[]> {
  const isYoungOne = isYoung('p.created_at', 'p.sign_in_id', '$2', '3');
  const text = `SELECT p.id FROM passkey p WHERE p.account_id = $1 AND ${isYoungOne}`;
  return (await tx.query<{ id: Long }[]>(text, [accountId, since])).map(({ id }) => id);
}

/** Ends one for good. @param id as somebody sent it @returns false: there is none such */
export async function endSuspended(tx: EntityManager, accountId: Long, id: string): Promise<boolean> {
  return isLong(id) && (await tx.delete(SuspendedPasskey, { id, accountId })).affected === 1;
}
