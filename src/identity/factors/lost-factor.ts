import { IsNull, LessThanOrEqual, Not, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { hadPasskey, removePasskeysOf } from '../passkeys/passkey-statements.js';
import { isReached } from '../sign-ins/sign-in-sql.js';
import { valuesOfReach, type Reach } from '../ways-in/youth.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { Totp } from './totp.entity.js';
import { TrustedBrowser } from './trusted-browser.entity.js';

const REMOVE = `DELETE FROM totp WHERE account_id = $1 AND ${isReached(2, 'created_at', 'sign_in_id')}`;

/**
 * Whether the account has a second factor that can be lost, codes or a passkey, as the caller's transaction sees it.
 * @param at only a factor that existed at that time counts
 */
export async function isProtected(tx: EntityManager, accountId: Long, at: Date): Promise<boolean> {
  return (await tx.existsBy(Totp, codesOf(accountId, at))) || hadPasskey(tx, accountId, at);
}

/** Keeps the second factor of an account until the transaction ends. @returns false: it has none (any more) */
export async function holdFactor(tx: EntityManager, accountId: Long): Promise<boolean> {
  const lock = { mode: 'pessimistic_read' } as const;
  return (await tx.findOne(Totp, { where: { accountId, confirmedAt: Not(IsNull()) }, lock })) !== null;
}

/** Whether the account has one-time codes. */
export function hasCodes(tx: EntityManager, accountId: Long): Promise<boolean> {
  return tx.existsBy(Totp, { accountId, confirmedAt: Not(IsNull()) });
}

/**
 * Removes the second factors of an account that gets back in without them: codes with what belongs to them, and
 * passkeys, since each of them is asked for before anything sensitive (D253). The caller notifies the owner.
 * @param at factors that were set up later stay
 */
export async function removeLostFactors(tx: EntityManager, accountId: Long, at: Date): Promise<void> {
  const { affected } = await tx.delete(Totp, codesOf(accountId, at));
  if (affected !== 0) await tx.delete(RecoveryCode, { accountId });
  await tx.delete(TrustedBrowser, { accountId });
  await removePasskeysOf(tx, accountId, at);
}

/**
 * Removes the one-time codes that a remedy reaches, with what belongs to them, in its transaction.
 * @returns whether there were any, 1 or 0
 */
export async function removeCodes(tx: EntityManager, accountId: Long, reach: Reach): Promise<number> {
  const [, removed] = await tx.query<[unknown[], number]>(REMOVE, [accountId, ...valuesOfReach(reach)]);
  if (removed > 0) await tx.delete(RecoveryCode, { accountId });
  return removed;
}

function codesOf(accountId: Long, at: Date) {
  return { accountId, confirmedAt: LessThanOrEqual(at) };
}
