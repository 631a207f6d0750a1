import { recordedAs } from '../audit/audit-statement.js';
import { FREE_FAILURES, WINDOW_MS } from './throttle-rules.js';

/** The keys that an attempt is counted under; the first one is the subject from this network. */
export const COUNTED = ['accountAndAddress', 'account', 'address'] as const;

/** One count as selected by `countsOf`; null without failures. */
export interface CountRow {
  readonly key: string;
  readonly failures: number | null;
  readonly window_started_at: string | null;
  readonly last_failed_at: string | null;
}

/**
 * An expression for the SELECT that looks up the subject: returns its counts too, in the order of `COUNTED`.
 * @param subject SQL for the owner of the secret
 * @param network SQL for the network of the attempt
 */
export function countsOf(subject: string, network: string): string {
  return `(SELECT json_agg(json_build_object('key', encode(k.key, 'hex'), 'failures', t.failures,
             'window_started_at', t.window_started_at, 'last_failed_at', t.last_failed_at) ORDER BY k.n)
             FROM (VALUES (1, sha256(convert_to('subject and address|' || ${subject} || '|' || ${network}, 'UTF8'))),
                          (2, sha256(convert_to('subject|' || ${subject}, 'UTF8'))),
                          (3, sha256(convert_to('address|' || ${network}, 'UTF8')))) AS k (n, key)
             LEFT JOIN sign_in_throttle t ON t.key = k.key)`;
}

/**
 * A DELETE for the WITH clause of a statement: forgets one count.
 * @param from FROM item with at most one row: without a row, nothing is forgotten
 * @param key SQL
 */
export function forgetCount(from: string, key: string): string {
  return `DELETE FROM sign_in_throttle t USING ${from} WHERE t.key = ${key}`;
}

const FREE = `(CASE array_position($1::bytea[], t.key) ${COUNTED.map((what, i) => `WHEN ${i + 1} THEN ${FREE_FAILURES[what]}`).join(' ')} END)`;
/** Whether the window of a count is over: the rule of `current` in throttle-rules, as SQL. */
const IS_OVER = `(CASE WHEN t.failures < ${FREE} THEN t.window_started_at ELSE t.last_failed_at END
                  <= $2::timestamptz - interval '${WINDOW_MS} ms')`;

/** Kept digests for a subject and address: as many as the free failures. */
const TEXTS_KEPT = FREE_FAILURES.accountAndAddress;
/** Whether the row of subject and address has counted this text in its present window. */
const HAS_TEXT = `(t.texts && $8::bytea[] AND NOT ${IS_OVER})`;

/**
 * Adds a failure to each key, always in the same order, so that no two statements deadlock; and records the refusal in
 * the audit trail if there is one ($4 is its action, of the class signin). A text ($8: its digest under each key, the
 * newest first) that the row of subject and address has counted adds none (D321): that row judges by its newest state;
 * the other two by that before the statement, so that of two such texts at once they may count both.
 */
export const COUNT_FAILURE = {
  name: 'attempt-failed',
  text: `WITH again AS (
           SELECT FROM sign_in_throttle t WHERE t.key = ($1::bytea[])[1] AND ${HAS_TEXT}
         ), counted AS (
           INSERT INTO sign_in_throttle AS t (key, failures, window_started_at, last_failed_at, expires_at, texts)
           SELECT key, 1, $2::timestamptz, $2::timestamptz, $3::timestamptz,
                  CASE WHEN key = ($1::bytea[])[1] THEN ($8::bytea[])[:1] ELSE '{}' END
             FROM unnest($1::bytea[]) AS key ORDER BY key
           ON CONFLICT (key) DO UPDATE SET
             failures = CASE WHEN ${IS_OVER} THEN 1 ELSE t.failures + 1 END,
             window_started_at = CASE WHEN ${IS_OVER} THEN excluded.window_started_at ELSE t.window_started_at END,
             last_failed_at = greatest(t.last_failed_at, excluded.last_failed_at),
             expires_at = greatest(t.expires_at, excluded.expires_at),
             texts = CASE WHEN ${IS_OVER} THEN excluded.texts ELSE (excluded.texts || t.texts)[:${TEXTS_KEPT}] END
           WHERE NOT CASE WHEN t.key = ($1::bytea[])[1] THEN ${HAS_TEXT} ELSE EXISTS (SELECT FROM again) END
         )
         ${recordedAs('$4::text', 'signin', '(SELECT) AS failure WHERE $4::text IS NOT NULL', {
           at: '$2::timestamptz',
           outcome: `'refused'`,
           account_id: '$5::bigint',
           client_id: '$6::text',
           address: '$7::text',
         })}`,
};

export const COUNTS = {
  name: 'attempt-counts',
  text: `SELECT ${countsOf('$1::text', '$2::text')} AS counts`,
};
