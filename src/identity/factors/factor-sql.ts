import type { EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { isYoung } from '../sign-ins/sign-in-sql.js';

/** SQL: whether the one-time codes of an account are young. @param accountId SQL; @param since SQL */
export function hasYoungFactor(accountId: string, since: string): string {
  return `EXISTS (SELECT FROM totp t WHERE t.account_id = ${accountId} AND ${isYoung('t.created_at', 't.sign_in_id', since, '3')})`;
}

/** Whether the one-time codes of an account are young. @param since codes that were set up later are young */
export async function isFactorYoung(tx: EntityManager, accountId: Long, since: Date): Promise<boolean> {
  const text = `SELECT ${hasYoungFactor('$1', '$2')} AS is`;
  return (await tx.query<{ is: boolean }[]>(text, [accountId, since]))[0].is;
}

/** SQL: whether an account has a second factor. @param accountId SQL */
export function hasFactor(accountId: string): string {
  return `EXISTS (SELECT FROM totp t WHERE t.account_id = ${accountId} AND t.confirmed_at IS NOT NULL)`;
}
