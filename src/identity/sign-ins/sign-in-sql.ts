/**
 * SQL: what was made then is young. Without a time it was there when the account became active, or is from before this
 * was kept.
 * @param madeAt SQL, a `timestamptz`; @param signInId SQL, a `bigint`; @param since SQL; @param rank SQL
 */
export function isYoung(madeAt: string, signInId: string, since: string, rank: string): string {
  return `(${madeAt} > ${since} AND coalesce((SELECT s.rank FROM sign_in s WHERE s.id = ${signInId}), 1) <= least(${rank}, 2))`;
}

/**
 * SQL: a remedy reaches what was made then, in that sign-in (`valuesOfReach`). It does not reach what nothing is known
 * of.
 * @param first the number of its first parameter; @param madeAt SQL; @param signInId SQL
 */
export function isReached(first: number, madeAt: string, signInId: string): string {
  const [since, rank, signIns] = [
    `$${first}::timestamptz`,
    `$${first + 1}::smallint`,
    `$${first + 2}::bigint[]`,
  ];
  return `coalesce((${since} IS NULL OR ${isYoung(madeAt, signInId, since, rank)}) AND (${signIns} IS NULL OR ${signInId} = ANY(${signIns})), false)`;
}
