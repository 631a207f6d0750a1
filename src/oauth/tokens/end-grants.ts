import type { EntityManager } from 'typeorm';
import { recordedFrom } from '../../platform/audit/audit-statement.js';
import type { Long } from '../../platform/operations/long.js';

/**
 * Ends several grants, each recorded as if its client had ended it. Always use this: it locks them in the order of
 * their ids, so that two callers never deadlock.
 * @param which condition on the table `g`, its parameters from `$2` on; `$1` is now
 * @returns the grants that were active
 */
export async function endGrants(
  tx: EntityManager,
  at: Date,
  which: string,
  values: readonly unknown[],
): Promise<Long[]> {
  const ended = await tx.query<{ id: Long }[]>(statement(which), [at, ...values]);
  return ended.map(({ id }) => id);
}

/** What the end of a grant writes. @param at SQL, a `timestamptz` */
export function endedAt(at: string): string {
  return `revoked_at = ${at}, ends_at = least(ends_at, ${at}), ends_on = least(ends_on, (${at} AT TIME ZONE 'UTC')::date)`;
}

function statement(which: string): string {
  return `WITH ended AS (
            UPDATE token_grant SET ${endedAt('$1::timestamptz')}
             WHERE id IN (SELECT id FROM token_grant g WHERE ${which} AND revoked_at IS NULL ORDER BY id FOR UPDATE)
            RETURNING id, account_id, client_id
          ), recorded AS (
            ${recordedFrom('ended JOIN client c ON c.id = ended.client_id', 'token.revoked', {
              at: '$1::timestamptz',
              client_id: 'c.client_id',
              account_id: 'account_id',
              target: `'grant:' || ended.id`,
            })}
          )
          SELECT id FROM ended`;
}
