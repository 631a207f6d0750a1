import type { AccountInformationView } from '../../identity/families/account-information.view.js';
import { claimsOf, type Claim } from '../tokens/scope.js';
import type { UserInfoView } from './user-info.view.js';

/** What a scope tells of an account (OpenID Connect Core §5.4): of its e-mail addresses the first that is confirmed. */
export function userClaims(account: AccountInformationView, scope: string | null | undefined): UserInfoView {
  const emails = account.identifiers.filter(({ type }) => type === 'Email');
  const email = emails.find(({ validated }) => validated === 'true') ?? emails[0];
  const all: { [claim in Claim]: UserInfoView[claim] } = {
    name: account.name,
    email: email?.value,
    email_verified: email && email.validated === 'true',
  };
  const told = claimsOf(scope).map((claim) => [claim, all[claim]] as const);
  return { sub: account.accountId, ...Object.fromEntries(told) };
}
