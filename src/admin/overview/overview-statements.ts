/** Smaller tables are counted exactly; the size of larger ones comes from the planner's statistics, at no cost. */
const LARGE = 100_000;

export const GRANTS = {
  name: 'overview-grants',
  text: `SELECT reltuples > ${LARGE} AS large,
                (CASE WHEN reltuples > ${LARGE} THEN reltuples ELSE (
                  SELECT count(*) FROM token_grant WHERE revoked_at IS NULL AND (ends_at IS NULL OR ends_at > $1)) END)::int AS count
           FROM pg_class WHERE oid = 'token_grant'::regclass`,
};

export const OUTBOX = {
  name: 'overview-outbox',
  text: `SELECT (SELECT count(*)::int FROM outbox_message WHERE next_at IS NOT NULL) AS waiting,
                (SELECT count(*)::int FROM outbox_message
                  WHERE sent_at IS NULL AND next_at IS NULL AND last_error IS NOT NULL) AS failed,
                (SELECT count(*)::int FROM outbox_message
                  WHERE sent_at IS NULL AND next_at IS NULL AND last_error IS NULL) AS handover,
                (SELECT created_at FROM outbox_message WHERE next_at IS NOT NULL AND held_until IS NULL ORDER BY id LIMIT 1) AS oldest`,
};

export const DATABASE = {
  name: 'overview-database',
  text: `SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS bytes`,
};

/** Whether there is any client, and two administrators who can sign in. */
export const STEPS_DONE = {
  name: 'overview-steps',
  text: `SELECT EXISTS (SELECT FROM client WHERE kind = 'registered') AS client,
                (SELECT count(*) FROM (SELECT FROM account WHERE role = 'administrator' AND status = 'active' LIMIT 2) AS two) = 2 AS administrator`,
};
