import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { isLong, type Long } from '../../platform/operations/long.js';
import { isReached, isYoung } from '../sign-ins/sign-in-sql.js';
import { valuesOfReach, type Made, type Suspending } from '../ways-in/youth.js';
import { Passkey } from './passkey.entity.js';
import { SuspendedPasskey } from './suspended-passkey.entity.js';

/** Whether the account has a passkey that existed at that time, for whatever domain. */
export function hadPasskey(tx: EntityManager, accountId: Long, at: Date): Promise<boolean> {
  return tx.existsBy(Passkey, { accountId, createdAt: LessThanOrEqual(at) });
}

/** Whether the account has a passkey that works for this domain. */
export function hasPasskeyFor(tx: EntityManager, accountId: Long, rpId: string): Promise<boolean> {
  return tx.existsBy(Passkey, { accountId, rpId });
}

const KNOWN = `SELECT FROM passkey WHERE credential_id = $1 UNION ALL
               SELECT FROM suspended_passkey WHERE kept->>'credential_id' = $1::bytea::text`;

/** Whether any account has the passkey, in use or suspended: then its owner may take it back. */
export async function isKnownPasskey(tx: EntityManager, credentialId: Buffer): Promise<boolean> {
  return (await tx.query<unknown[]>(KNOWN, [credentialId])).length > 0;
}

const ACCEPTED = `SELECT credential_id AS "credentialId", user_handle AS "userHandle" FROM (
    SELECT id, credential_id, user_handle FROM passkey WHERE account_id = $1 AND rp_id = $2
    UNION ALL SELECT id, (kept->>'credential_id')::bytea, (kept->>'user_handle')::bytea
      FROM suspended_passkey WHERE account_id = $1 AND kept->>'rp_id' = $2
  ) accepted ORDER BY id`;

/** A passkey as browsers name it. */
export interface AcceptedPasskey {
  readonly credentialId: Buffer;
  readonly userHandle: Buffer;
}

/** The account's passkeys for this domain, with the suspended ones, which their owner may take back. */
export function acceptedPasskeysOf(
  tx: EntityManager,
  accountId: Long,
  rpId: string,
): Promise<AcceptedPasskey[]> {
  return tx.query<AcceptedPasskey[]>(ACCEPTED, [accountId, rpId]);
}

/** Removes the passkeys that existed at that time; the caller notifies the owner. */
export async function removePasskeysOf(tx: EntityManager, accountId: Long, at: Date): Promise<void> {
  await tx.delete(Passkey, { accountId, createdAt: LessThanOrEqual(at) });
}

const SUSPEND = `WITH gone AS (
    DELETE FROM passkey p WHERE p.account_id = $1 AND ${isReached(2, 'p.created_at', 'p.sign_in_id')} RETURNING p.*
  ) INSERT INTO suspended_passkey (id, account_id, suspended_at, is_password_replaced, kept) SELECT id, account_id, $5, $6, to_jsonb(gone) FROM gone RETURNING id`;
/** A passkey that the same authenticator made anew meanwhile stays as it is. */
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
interface SuspendedView extends Pick<Passkey, 'id' | 'name' | 'createdAt' | 'lastUsedAt' | 'signInId'> {
  readonly suspendedAt: Date;
  readonly isPasswordReplaced: boolean;
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

/**
 * Restores a suspended passkey. The caller has locked the account.
 * @returns its name; null: it is no longer suspended
 */
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

/** The ids of the account's young passkeys. @param since passkeys that were made later are young */
export async function youngPasskeys(tx: EntityManager, accountId: Long, since: Date): Promise<Long[]> {
  const isYoungOne = isYoung('p.created_at', 'p.sign_in_id', '$2', '3');
  const text = `SELECT p.id FROM passkey p WHERE p.account_id = $1 AND ${isYoungOne}`;
  return (await tx.query<{ id: Long }[]>(text, [accountId, since])).map(({ id }) => id);
}

/** Deletes a suspended passkey. @param id as the caller sent it @returns false: there is no such passkey */
export async function endSuspended(tx: EntityManager, accountId: Long, id: string): Promise<boolean> {
  return isLong(id) && (await tx.delete(SuspendedPasskey, { id, accountId })).affected === 1;
}
