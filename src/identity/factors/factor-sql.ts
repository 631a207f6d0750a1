import { isYoung } from '../sessions/sign-in-sql.js';

/** SQL: whether the one-time codes of an account are young. @param accountId SQL; @param since SQL */
export function hasYoungFactor(accountId: string, since: string): string {
  return `EXISTS (SELECT FROM totp t WHERE t.account_id = ${accountId} AND ${isYoung('t.created_at', 't.sign_in_id', since, '3')})`;
}

/** SQL: whether an account has a second factor. @param accountId SQL */
export function hasFactor(accountId: string): string {
  return `EXISTS (SELECT FROM totp t WHERE t.account_id = ${accountId} AND t.confirmed_at IS NOT NULL)`;
}
