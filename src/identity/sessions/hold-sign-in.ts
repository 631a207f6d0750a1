import type { EntityManager } from 'typeorm';
import { SignInRequired } from '../../platform/errors/sign-in-required.js';
import type { Long } from '../../platform/operations/long.js';
import { lockAccount } from '../accounts/account-statements.js';
import type { Account } from '../accounts/account.entity.js';
import { SessionRow } from './session-row.entity.js';

/** A user who acts, from this network address. */
export interface ByUser {
  readonly accountId: Long;
  readonly address: string;
}

/** The account that acts on a page, and the digest of the id of its session. */
export interface BySession {
  readonly accountId: Long;
  readonly session: Buffer;
}

/** A sign-in that is still valid while the account is locked. */
export interface HeldSignIn {
  readonly account: Account;
  /** Its number, which ways in that are made in it keep; null: it is from before 0.3. */
  readonly signInId: Long | null;
}

/**
 * Locks the account that acts, and makes sure that its session did not end meanwhile: ending sessions locks the account
 * too (D309). Every write on a page that makes a way in begins with this.
 * @throws SignInRequired when the session has ended, or the account may no longer sign in
 */
export async function holdSignIn(
  tx: EntityManager,
  { accountId, session }: BySession,
  strength: NonNullable<Parameters<typeof lockAccount>[2]> = 'UPDATE',
): Promise<HeldSignIn> {
  const account = await lockAccount(tx, accountId, strength);
  const found =
    account?.status === 'active' ? await tx.findOneBy(SessionRow, { digest: session, accountId }) : null;
  if (account === null || found === null) throw new SignInRequired(null);
  return { account, signInId: found.data.signIn ?? null };
}
