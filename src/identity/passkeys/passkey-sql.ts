import { isYoung } from '../sign-ins/sign-in-sql.js';

/** SQL: whether an account has a passkey that is young. @param accountId SQL; @param since SQL */
export function hasYoungPasskey(accountId: string, since: string): string {
  return `EXISTS (SELECT FROM passkey p WHERE p.account_id = ${accountId} AND ${isYoung('p.created_at', 'p.sign_in_id', since, '3')})`;
}

/** SQL: whether an account has a passkey, for whatever domain. @param accountId SQL */
export function hasPasskey(accountId: string): string {
  return `EXISTS (SELECT FROM passkey p WHERE p.account_id = ${accountId})`;
}
