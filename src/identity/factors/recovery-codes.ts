import type { EntityManager } from 'typeorm';
import { digestOf } from '../../platform/security/secrets.js';
import type { Long } from '../../platform/operations/long.js';
import { newTypedCode, plainTypedCode } from './typed-code.js';
import { RecoveryCode } from './recovery-code.entity.js';

/** Codes of an account that work without its authenticator application, each once. */
const HOW_MANY = 10;

/** Replaces the recovery codes of an account. @returns the new ones, which nobody can show again */
export async function makeRecoveryCodes(
  tx: EntityManager,
  accountId: Long,
  createdAt: Date,
): Promise<string[]> {
  await tx.delete(RecoveryCode, { accountId });
  const codes = Array.from({ length: HOW_MANY }, newTypedCode);
  await tx.insert(
    RecoveryCode,
    codes.map((code) => ({ accountId, digest: keptOf(code), createdAt })),
  );
  return codes;
}

/** Uses a recovery code up: of two concurrent requests one succeeds. */
export async function spendRecoveryCode(tx: EntityManager, accountId: Long, typed: string): Promise<boolean> {
  const { affected } = await tx.delete(RecoveryCode, { accountId, digest: keptOf(typed) });
  return affected === 1;
}

function keptOf(code: string): Buffer {
  return digestOf(plainTypedCode(code));
}
