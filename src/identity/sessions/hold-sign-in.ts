import type { EntityManager } from 'typeorm';
import { SignInRequired } from '../../platform/errors/sign-in-required.js';
import type { Long } from '../../platform/operations/long.js';
import { lockAccount } from '../accounts/account-statements.js';
import type { Account } from '../accounts/account.entity.js';
import { SessionRow } from './session-row.entity.js';

/** The account that acts on a page, and the digest of the id of its session. */
export interface BySession {
  readonly accountId: Long;
  readonly session: Buffer;
}

/**
 * Locks the account that acts, and makes sure that its session was not ended meanwhile: what ends sessions locks the
 * account too (D309). Every write on a page that makes a way in begins with it.
 * @throws SignInRequired when the session has ended, or the account may not sign in any more
 */
export async function holdSignIn(
  tx: EntityManager,
  { accountId, session }: BySession,
  strength: NonNullable<Parameters<typeof lockAccount>[2]> = 'UPDATE',
): Promise<Account> {
  const account = await lockAccount(tx, accountId, strength);
  if (account?.status !== 'active' || !(await isSignedIn(tx, { accountId, session })))
    throw new SignInRequired(null);
  return account;
}

/** Whether the session is there; nothing is locked. */
export function isSignedIn(tx: EntityManager, { accountId, session: digest }: BySession): Promise<boolean> {
  return tx.existsBy(SessionRow, { digest, accountId });
}
