/** SQL: whether an account has a passkey, wherever that works. @param accountId SQL */
export function hasPasskey(accountId: string): string {
  return `EXISTS (SELECT FROM passkey p WHERE p.account_id = ${accountId})`;
}
