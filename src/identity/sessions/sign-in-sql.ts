/**
 * SQL: what was made then is young. Without a time it was there when the account became active, or before this was kept.
 * @param madeAt SQL, a `timestamptz`; @param signInId SQL, a `bigint`; @param since SQL; @param rank SQL
 */
export function isYoung(madeAt: string, signInId: string, since: string, rank: string): string {
  return `(${madeAt} > ${since} AND coalesce((SELECT s.rank FROM sign_in s WHERE s.id = ${signInId}), 1) <= least(${rank}, 2))`;
}
