/**
 * The grant is locked first, as revoking does (D71): a refresh either comes before it, and what it issued dies
 * with the grant, or finds the grant revoked.
 */
const LIVE_GRANT = `
  SELECT g.id, g.token_type, g.created_at
    FROM refresh_token r JOIN token_grant g ON g.id = r.grant_id
   WHERE r.digest = $1 AND g.client_id = $2 AND g.revoked_at IS NULL
     AND (g.account_id IS NULL OR EXISTS (SELECT FROM account a WHERE a.id = g.account_id AND a.status = 'active'))
     FOR SHARE OF g`;

/** An expired access token stays until a newer one replaces it, so that it can be told "expired" (§3.2). */
const DROP_EXPIRED_SIBLINGS =
  'DELETE FROM access_token t USING used WHERE t.grant_id = used.id AND t.expires_at <= $3';

export const ROTATE = {
  name: 'refresh-rotate',
  text: `WITH live AS (${LIVE_GRANT}),
     used AS (
       UPDATE refresh_token r SET spent_at = $3, successor = $4, expires_at = least(r.expires_at, $5)
         FROM live WHERE r.digest = $1 AND r.spent_at IS NULL AND r.expires_at > $3
                    AND ($8::float8 IS NULL OR live.created_at > $3::timestamptz - make_interval(secs => $8))
                    AND ($14::float8 IS NULL OR r.issued_at > $3::timestamptz - make_interval(secs => $14))
       RETURNING live.id, live.token_type, live.created_at
     ), dropped AS (${DROP_EXPIRED_SIBLINGS}),
     next AS (
       INSERT INTO refresh_token (digest, grant_id, issued_at, expires_at)
       SELECT $6, id, $3, least($7::timestamptz, created_at + make_interval(secs => $8)) FROM used
     ), access AS (
       INSERT INTO access_token (digest, grant_id, expires_at, mac_key, mac_algorithm)
       SELECT $9, id, CASE token_type WHEN 'mac' THEN $11::timestamptz ELSE $10::timestamptz END,
              CASE token_type WHEN 'mac' THEN $12::bytea END, CASE token_type WHEN 'mac' THEN $13 END FROM used
     )
   SELECT token_type FROM used`,
};

export const KEEP = {
  name: 'refresh-keep',
  text: `WITH live AS (${LIVE_GRANT}),
     used AS (
       SELECT live.id, live.token_type FROM live JOIN refresh_token r ON r.digest = $1
        WHERE r.spent_at IS NULL AND r.expires_at > $3
     ), dropped AS (${DROP_EXPIRED_SIBLINGS}),
     access AS (
       INSERT INTO access_token (digest, grant_id, expires_at, mac_key, mac_algorithm)
       SELECT $4, id, CASE token_type WHEN 'mac' THEN $6::timestamptz ELSE $5::timestamptz END,
              CASE token_type WHEN 'mac' THEN $7::bytea END, CASE token_type WHEN 'mac' THEN $8 END FROM used
     )
   SELECT token_type FROM used`,
};

export const STATE_OF_REFRESH_TOKEN = {
  name: 'refresh-state',
  text: `SELECT r.spent_at, r.successor, g.id AS grant_id, g.client_id, g.token_type,
                g.revoked_at IS NULL AND (g.account_id IS NULL OR a.status = 'active') AS is_alive
           FROM refresh_token r JOIN token_grant g ON g.id = r.grant_id LEFT JOIN account a ON a.id = g.account_id
          WHERE r.digest = $1`,
};
