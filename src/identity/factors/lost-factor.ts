import { IsNull, LessThanOrEqual, Not, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { Totp } from './totp.entity.js';
import { TrustedBrowser } from './trusted-browser.entity.js';

/**
 * Whether the account has a second factor, as the caller's transaction sees it.
 * @param at and had it at that time: one that was set up since does not count
 */
export function isProtected(tx: EntityManager, accountId: Long, at?: Date): Promise<boolean> {
  return tx.existsBy(Totp, { accountId, confirmedAt: at ? LessThanOrEqual(at) : Not(IsNull()) });
}

/** Keeps the second factor of an account until the transaction ends. @returns false: it has none (any more) */
export async function holdFactor(tx: EntityManager, accountId: Long): Promise<boolean> {
  const lock = { mode: 'pessimistic_read' } as const;
  return (await tx.findOne(Totp, { where: { accountId, confirmedAt: Not(IsNull()) }, lock })) !== null;
}

/** Removes the second factor of an account that gets back in without it, its recovery codes and trusted browsers; the caller tells. */
export async function removeLostFactor(tx: EntityManager, accountId: Long): Promise<void> {
  await tx.delete(Totp, { accountId });
  await tx.delete(RecoveryCode, { accountId });
  await tx.delete(TrustedBrowser, { accountId });
}
