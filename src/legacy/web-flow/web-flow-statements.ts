import { recordedFrom } from '../../platform/audit/audit-statement.js';
import type { Long } from '../../platform/operations/long.js';

/** Requests of unauthenticated callers are only logged: they would fill the audit trail. */
const ASKED = `(SELECT EXISTS (SELECT FROM given) AS is_given) AS verdict WHERE $5::text IS NOT NULL`;

/** A second request for the same cipher finds it taken (D64). */
export const ASK = {
  name: 'web-state-ask',
  text: `WITH given AS (
           INSERT INTO web_state (cipher_digest, secret_digest, client_id, expires_at)
           VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING cipher_digest
         ), recorded AS (
           ${recordedFrom(ASKED, 'websession.asked', {
             at: '$7::timestamptz',
             outcome: `CASE WHEN is_given THEN 'ok' ELSE 'refused' END`,
             client_id: '$5::text',
             address: '$6::text',
           })}
         )
         SELECT cipher_digest FROM given`,
};

export const FIND_STATE = {
  name: 'web-state-find',
  text: `SELECT client_id, session_digest IS NULL AND expires_at > $2 AS is_open FROM web_state WHERE cipher_digest = $1`,
};

/** Single use (D71). */
export const CLAIM = {
  name: 'web-state-claim',
  text: `WITH claimed AS (
           UPDATE web_state SET session_digest = $2
            WHERE cipher_digest = $1 AND session_digest IS NULL AND expires_at > $3 RETURNING cipher_digest
         ), recorded AS (
           ${recordedFrom('claimed', 'websession.opened', {
             at: '$3::timestamptz',
             account_id: '$4::bigint',
             client_id: '$5::text',
             address: '$6::text',
           })}
         )
         SELECT cipher_digest FROM claimed`,
};

/** The outcome of an attempt to validate a session. */
export interface Verdict {
  readonly account_id: Long | null;
  readonly is_valid: boolean;
}

/**
 * One attempt in one statement: it uses the state up or counts a failure, and the session is assigned to the client or
 * ended. The row of the state is the lock: of fifty concurrent attempts one validates, and no guess goes uncounted. A
 * session without an open state, or an expired one, is left unchanged. Always returns one row.
 */
export const VALIDATE = {
  name: 'web-session-validate',
  text: `WITH attempt AS (
           UPDATE web_state SET
                  validated_at = CASE WHEN secret_digest = $2 AND coalesce(client_id, $3) = $3 AND expires_at > $4 THEN $4::timestamptz END,
                  mismatches = mismatches + CASE WHEN secret_digest = $2 AND coalesce(client_id, $3) = $3 AND expires_at > $4 THEN 0 ELSE 1 END
            WHERE session_digest = $1 AND validated_at IS NULL
           RETURNING validated_at IS NOT NULL AS fits, mismatches
         ), validated AS (
           UPDATE session s SET client_id = $3::bigint
             FROM attempt a WHERE s.digest = $1 AND a.fits AND s.client_id IS NULL AND s.expires_at > $4
           RETURNING s.account_id
         ), ended AS (
           DELETE FROM session s USING attempt a WHERE s.digest = $1 AND NOT a.fits AND a.mismatches >= $5
           RETURNING s.account_id
         ), verdict AS (
           SELECT coalesce((SELECT account_id FROM validated), (SELECT account_id FROM session WHERE digest = $1)) AS account_id,
                  EXISTS (SELECT FROM validated) AS is_valid, EXISTS (SELECT FROM ended) AS is_ended
         ), recorded AS (
           ${recordedFrom('verdict', 'websession.validated', {
             at: '$4::timestamptz',
             outcome: `CASE WHEN is_valid THEN 'ok' ELSE 'refused' END`,
             account_id: 'account_id',
             client_id: '$6::text',
             address: '$7::text',
             details: `CASE WHEN is_ended THEN '{"ended": true}'::jsonb END`,
           })}
         )
         SELECT account_id, is_valid FROM verdict`,
};
