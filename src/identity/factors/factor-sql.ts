/** SQL: whether an account has a second factor. @param accountId SQL */
export function hasFactor(accountId: string): string {
  return `EXISTS (SELECT FROM totp t WHERE t.account_id = ${accountId} AND t.confirmed_at IS NOT NULL)`;
}
