/** Under a flood, one row stands for several events. */
const EVENTS = `sum(coalesce((details->>'count')::int, 1))::int`;
/** Tables up to this size are counted exactly; larger ones are estimated from the planner's statistics, at no cost. */
const LARGE = 100_000;

export const EVENTS_BY_HOUR = {
  name: 'overview-events',
  text: `SELECT floor(extract(epoch FROM at) / 3600)::int AS hour, action, outcome, ${EVENTS} AS count
           FROM audit_event WHERE at >= $1 AND (action = 'signin' OR outcome = 'refused') GROUP BY 1, 2, 3`,
};

const TABLES = [
  ['access', 'access_token', 'expires_at > $1'],
  ['refresh', 'refresh_token', 'expires_at > $1 AND spent_at IS NULL'],
  ['grants', 'token_grant', 'expires_at > $1 AND revoked_at IS NULL'],
] as const;

export const TOKENS = {
  name: 'overview-tokens',
  text: TABLES.map(
    ([name, table, alive]) =>
      `SELECT '${name}' AS name, reltuples > ${LARGE} AS large,
              (CASE WHEN reltuples > ${LARGE} THEN reltuples ELSE (SELECT count(*) FROM ${table} WHERE ${alive}) END)::int AS count
         FROM pg_class WHERE oid = '${table}'::regclass`,
  ).join(' UNION ALL '),
};

export const OUTBOX = {
  name: 'overview-outbox',
  text: `SELECT (SELECT count(*)::int FROM outbox_message WHERE next_at IS NOT NULL) AS waiting,
                (SELECT count(*)::int FROM outbox_message
                  WHERE sent_at IS NULL AND next_at IS NULL AND last_error IS NOT NULL) AS failed,
                (SELECT count(*)::int FROM outbox_message
                  WHERE sent_at IS NULL AND next_at IS NULL AND last_error IS NULL) AS handover,
                (SELECT created_at FROM outbox_message WHERE next_at IS NOT NULL ORDER BY id LIMIT 1) AS oldest`,
};

export const NODES = {
  name: 'overview-nodes',
  text: 'SELECT name, version, started_at AS "startedAt", seen_at AS "seenAt" FROM node ORDER BY started_at, name',
};

export const LEGACY_USE = {
  name: 'overview-legacy-use',
  text: `SELECT count(DISTINCT client_id)::int AS clients, max(last_used_at) AS "lastUsedAt"
           FROM legacy_use WHERE last_used_at >= $1`,
};
