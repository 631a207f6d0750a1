import { IsNull, type EntityManager } from 'typeorm';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import type { HeldSignIn } from '../../identity/sessions/hold-sign-in.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import { TokenGrant } from './token-grant.entity.js';

/** The account that acts by an access token, and the grant of that. */
export interface ByGrant {
  readonly accountId: Long;
  readonly grantId: Long;
}

/**
 * Locks the account that acts, and makes sure that its grant did not end meanwhile, as `holdSignIn` does for pages: whatever
 * ends the grants of an account locks it too (D309).
 * @throws CallError accessTokenInvalid when the grant has ended, or the account may no longer sign in
 */
export async function holdGrant(
  tx: EntityManager,
  { accountId, grantId }: ByGrant,
  strength: NonNullable<Parameters<typeof lockAccount>[2]> = 'UPDATE',
): Promise<HeldSignIn> {
  const account = await lockAccount(tx, accountId, strength);
  const alive = { id: grantId, accountId, revokedAt: IsNull() };
  const grant = account?.status === 'active' ? await tx.findOneBy(TokenGrant, alive) : null;
  if (account === null || grant === null) throw new CallError(Errors.accessTokenInvalid, { accountId });
  return { account, signInId: grant.signInId };
}
