import type { EntityManager } from 'typeorm';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import { holdSignIn, type HeldSignIn } from '../../identity/sessions/hold-sign-in.js';
import type { SignedIn } from '../../identity/sessions/sign-in.js';
import { SignInRequired } from '../../platform/errors/sign-in-required.js';
import { AuthorizationContext } from './authorization-context.entity.js';

/** The user of an authorization: signed in by the session, or only for the challenge with this digest. */
export type ChallengeUser = SignedIn | (Omit<SignedIn, 'session'> & { readonly challenge: Buffer });

/** As `holdSignIn`, for either of them. @throws SignInRequired when the sign-in has ended meanwhile */
export async function holdChallengeUser(tx: EntityManager, who: ChallengeUser): Promise<HeldSignIn> {
  if ('session' in who) return holdSignIn(tx, who, 'SHARE');
  const { accountId, challenge: digest } = who;
  const account = await lockAccount(tx, accountId, 'SHARE');
  const context =
    account?.status === 'active' ? await tx.findOneBy(AuthorizationContext, { digest, accountId }) : null;
  if (account === null || context === null) throw new SignInRequired(null);
  return { account, signInId: context.signInId };
}
