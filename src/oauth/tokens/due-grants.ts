/**
 * Returns a statement that looks at the grants whose day has come. It deletes those that ended before $1, and gives the
 * others a new day, since a refresh does not write the day. It answers a row for each grant. @param limit how many at once
 */
export function deleteDueGrants(limit: number): string {
  return `
  WITH due AS MATERIALIZED (
    SELECT id, ends_at FROM token_grant WHERE ends_on < ($1::timestamptz AT TIME ZONE 'UTC')::date
     ORDER BY ends_on LIMIT ${limit} FOR UPDATE SKIP LOCKED
  ), living AS (
    UPDATE token_grant g SET ends_on = (due.ends_at AT TIME ZONE 'UTC')::date FROM due WHERE g.id = due.id AND due.ends_at >= $1
  ), ended AS (
    DELETE FROM token_grant g USING due WHERE g.id = due.id AND due.ends_at < $1
  )
  SELECT id FROM due`;
}
