import type { AccountInformationView } from '../../identity/families/account-information.view.js';
import { claimsOf } from '../tokens/scope.js';
import type { UserInfoView } from './user-info.view.js';

/** What a scope tells of an account (OpenID Connect Core §5.4). */
export function userClaims(account: AccountInformationView, scope: string | null | undefined): UserInfoView {
  const email = account.identifiers.find(({ type }) => type === 'Email');
  const all = {
    name: account.name,
    email: email?.value,
    email_verified: email && email.validated === 'true',
  };
  const told = claimsOf(scope).map((claim) => [claim, all[claim]] as const);
  return { sub: account.accountId, ...Object.fromEntries(told) };
}
