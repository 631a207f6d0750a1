import { MoreThan, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { DAY } from '../../platform/security/clock.js';
import { digestOf } from '../../platform/security/secrets.js';
import { FactorSetupCode } from './factor-setup-code.entity.js';
import { newTypedCode, plainTypedCode } from './typed-code.js';

/** A new code, which is only shown once. */
export interface MadeSetupCode {
  readonly code: string;
  readonly expiresAt: Date;
}

/** Makes a code that works once and for a day, and replaces an older one; the caller holds the account. */
export async function makeSetupCode(
  tx: EntityManager,
  accountId: Long,
  at: Date,
  code = newTypedCode(),
): Promise<MadeSetupCode> {
  const expiresAt = new Date(at.getTime() + DAY);
  await tx.upsert(FactorSetupCode, { accountId, digest: keptOf(code), expiresAt }, ['accountId']);
  return { code, expiresAt };
}

/**
 * Uses a code up: of two concurrent requests one succeeds.
 * @returns false: the code is wrong, was used or replaced, or is too old
 */
export async function spendSetupCode(
  tx: EntityManager,
  accountId: Long,
  typed: string,
  at: Date,
): Promise<boolean> {
  const alive = { accountId, digest: keptOf(typed), expiresAt: MoreThan(at) };
  return (await tx.delete(FactorSetupCode, alive)).affected === 1;
}

/** @returns how many there were: one at most */
export async function endSetupCode(tx: EntityManager, accountId: Long): Promise<number> {
  return (await tx.delete(FactorSetupCode, { accountId })).affected ?? 0;
}

function keptOf(code: string): Buffer {
  return digestOf(plainTypedCode(code));
}
