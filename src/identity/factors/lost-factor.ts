import { IsNull, Not, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { Totp } from './totp.entity.js';
import { TrustedBrowser } from './trusted-browser.entity.js';

/** Whether the account has a second factor, as the caller's transaction sees it. */
export function isProtected(tx: EntityManager, accountId: Long): Promise<boolean> {
  return tx.existsBy(Totp, { accountId, confirmedAt: Not(IsNull()) });
}

/** Removes the second factor of an account that gets back in without it, its recovery codes and trusted browsers; the caller tells. */
export async function removeLostFactor(tx: EntityManager, accountId: Long): Promise<void> {
  await tx.delete(Totp, { accountId });
  await tx.delete(RecoveryCode, { accountId });
  await tx.delete(TrustedBrowser, { accountId });
}
