import { recordedFrom } from '../../platform/audit/audit-statement.js';
import { batchStatement, type BatchStatement, type RowOf } from '../../platform/database/batch-statement.js';
import { epochMillis } from '../../platform/database/epoch-millis.js';
import { silentBetween, WAS_SILENT } from '../../platform/database/silences/silences.js';
import type { Long } from '../../platform/operations/long.js';
import { isWithinTarget } from './target-sql.js';
import type { TokenType } from './token-grant.entity.js';

const COLUMNS = {
  /** Tells the requests of a batch apart: two may present one token, and one of them a foreign client. */
  ask: 'bigint',
  grant_id: 'bigint',
  client_id: 'bigint',
  generation: 'integer',
  anchor: 'bytea',
  digest: 'bytea',
  is_genuine: 'boolean',
  next_digest: 'bytea',
  /** Thumbprint of the key of the proof beside it. */
  thumbprint: 'bytea',
  /** That thumbprint, for the row of a public client's grant. */
  key_thumbprint: 'bytea',
  now: 'timestamptz',
  deadline: 'timestamptz',
  grace_seconds: 'float8',
  bearer_ends_at: 'timestamptz',
  mac_ends_at: 'timestamptz',
  total_seconds: 'float8',
  unused_seconds: 'float8',
  client_name: 'text',
  address: 'text',
  inet: 'text',
  asked_scope: 'text',
  asked_resources: 'text',
  usual_scope: 'text',
} as const;

/** A refresh token that was presented, and what its grant's row keeps of the next one. */
export type AskedRefresh = RowOf<typeof COLUMNS>;

/** What the answer to a refresh says of its grant. */
export interface Refreshed {
  readonly ask: Long;
  readonly token_type: TokenType;
  readonly scope: string | null;
  readonly claims: string | null;
  /** What it is for: numbers of resources; null: only this server. */
  readonly resources: string | null;
  readonly account_id: Long | null;
  readonly auth_time: Date | null;
  readonly sid: string | null;
  readonly methods: string | null;
  /** Milliseconds since the epoch. */
  readonly ends_at: number;
  /** The token is newer than the row: the database was set back. */
  readonly is_ahead: boolean;
}

/** What the answer says where the refresh token stays. */
export interface KeptRefreshed extends Refreshed {
  /** The generation of the row, which has no use of the last minute: this one has to be noted; null: it has one. */
  readonly due_generation: number | null;
}

type RefreshStatement = BatchStatement<AskedRefresh, Refreshed>;
type KeepStatement = BatchStatement<AskedRefresh, KeptRefreshed>;

/**
 * The presented token is the current one: by its tag, which a database that was set back may be behind of, or by its
 * digest, where its key is not listed any more (D205).
 */
const IS_CURRENT = `g.anchor = a.anchor AND (g.generation = a.generation AND g.refresh_digest = a.digest
                OR a.is_genuine AND g.generation <= a.generation)`;
const IS_ALIVE = `g.revoked_at IS NULL AND g.ends_at > now
            AND (total_seconds IS NULL OR g.created_at > now - make_interval(secs => total_seconds))
            AND (unused_seconds IS NULL OR coalesce(g.refreshed_at, g.created_at) > now - make_interval(secs => unused_seconds))
            AND EXISTS (SELECT FROM account who WHERE who.id = g.account_id AND who.status = 'active')`;
/** Whether the requested scope, if any, is within the granted one (RFC 6749 §6). */
const IS_GRANTED = `(asked_scope IS NULL
            OR string_to_array(asked_scope, ' ') <@ string_to_array(coalesce(g.scope, usual_scope), ' '))`;
/** Whether the requested resources, if any, are within the granted ones (RFC 8707 §2.2). */
const IS_OF_TARGET = isWithinTarget('asked_resources', 'g.resources');
/** A bound token needs a proof of its key (RFC 9449 §5); MAC and proofs exclude each other. */
const IS_PROVEN = `(g.key_thumbprint IS NULL OR g.key_thumbprint = a.thumbprint)
            AND (a.thumbprint IS NULL OR g.token_type <> 'mac')`;
/**
 * Not after its caller was told that it failed: a request that reaches the database too late is not done. Compares the
 * client by an expression that no index covers, so that the planner keeps to the primary key.
 * @param reachedAt SQL, when it did
 */
const canBeUsed = (
  reachedAt: string,
): string => `g.id = a.grant_id AND g.client_id IS NOT DISTINCT FROM a.client_id AND ${IS_CURRENT}
            AND ${IS_ALIVE} AND ${IS_GRANTED} AND ${IS_OF_TARGET} AND ${IS_PROVEN} AND ${reachedAt} < a.deadline`;
const ANSWER = `ask, token_type, scope, claims, resources, account_id, auth_time, sid, methods, ${epochMillis('ends_at')} AS ends_at, is_ahead`;

const RECORDED = recordedFrom('used', 'token.refreshed', {
  at: 'now',
  client_id: 'client_name',
  account_id: 'account_id',
  target: `'grant:' || id`,
  address: 'address',
});
const recordedIf = (isRecorded: boolean): string => (isRecorded ? `, recorded AS (${RECORDED})` : '');

/**
 * Whether the last refresh is within the grace, without the silences of the database, in which no client could repeat a
 * request.
 * @param now SQL, a `timestamptz`
 * @param seconds SQL, the grace
 */
export const isInGrace = (now: string, seconds: string): string =>
  `(g.refreshed_at >= ${now} - make_interval(secs => ${seconds})
    OR ${WAS_SILENT} AND g.refreshed_at + ${silentBetween('g.refreshed_at', now)} >= ${now} - make_interval(secs => ${seconds}))`;

/** A caller who does not know a grant's secret locks no row of it: its owner would have to wait. */
function rotateStatement(name: string, ofLocked: '' | 'SKIP LOCKED', isRecorded: boolean): RefreshStatement {
  return batchStatement<Refreshed>()({
    name,
    columns: COLUMNS,
    key: 'ask',
    text: ({ asked }) => `WITH taken AS MATERIALIZED (
        SELECT a.*, g.generation AS was FROM ${asked('a')} JOIN token_grant g ON g.id = a.grant_id AND g.anchor = a.anchor
         ORDER BY g.id FOR NO KEY UPDATE OF g ${ofLocked}
      ), reached AS MATERIALIZED (
        SELECT clock_timestamp() AS at FROM (SELECT count(*) FROM taken) AS after_it
      ), used AS (
        UPDATE token_grant g
           SET generation = a.generation + 1, refresh_digest = a.next_digest, refreshed_at = now, refreshed_from = inet::inet,
               key_thumbprint = coalesce(g.key_thumbprint, a.key_thumbprint),
               ends_at = least(CASE g.token_type WHEN 'mac' THEN mac_ends_at ELSE bearer_ends_at END,
                               g.created_at + make_interval(secs => total_seconds)),
               grace_floor = CASE WHEN g.generation = a.generation AND ${isInGrace('now', 'grace_seconds')}
                                  THEN g.grace_floor ELSE a.generation END
          FROM taken a
         WHERE ${canBeUsed('(SELECT at FROM reached)')}
        RETURNING g.id, ask, g.token_type, g.scope, g.claims, g.resources, g.account_id, g.auth_time, g.sid, g.methods, g.ends_at, now, client_name, address,
                  was < a.generation AS is_ahead
      )${recordedIf(isRecorded)}
    SELECT ${ANSWER} FROM used`,
  });
}

/** The refresh token stays (D49); any number of requests may use it at once. It locks and writes no grant. */
function keepStatement(name: string, isRecorded: boolean): KeepStatement {
  return batchStatement<KeptRefreshed>()({
    name,
    columns: COLUMNS,
    key: 'ask',
    text: ({ asked }) => `WITH used AS MATERIALIZED (
        SELECT g.id, ask, g.token_type, g.scope, g.claims, g.resources, g.account_id, g.auth_time, g.sid, g.methods, g.ends_at, now, client_name, address,
               g.generation < a.generation AS is_ahead,
               CASE WHEN g.refreshed_at >= now - interval '60 seconds' THEN NULL ELSE g.generation END AS due_generation
          FROM ${asked('a')} JOIN token_grant g ON g.id = a.grant_id
         WHERE ${canBeUsed('clock_timestamp()')}
      )${recordedIf(isRecorded)}
    SELECT ${ANSWER}, due_generation FROM used`,
  });
}

const USE_COLUMNS = { grant_id: 'bigint', generation: 'integer', at: 'timestamptz', inet: 'text' } as const;

/** The use of a refresh token that stayed. */
export type KeptUse = RowOf<typeof USE_COLUMNS>;

/**
 * Notes when and from where refresh tokens that stayed were used. A grant that was refreshed since, or is locked, knows better; what
 * was spent before it is not answered again (D49).
 */
export const NOTE_USES = batchStatement<never>()({
  name: 'refresh-note-uses',
  columns: USE_COLUMNS,
  text: ({ asked }) => `WITH due AS MATERIALIZED (
      SELECT g.id, a.at, a.inet
        FROM ${asked('a')} JOIN token_grant g ON g.id = a.grant_id
       WHERE g.generation IS NOT DISTINCT FROM a.generation AND (g.refreshed_at IS NULL OR g.refreshed_at < a.at)
       ORDER BY g.id FOR NO KEY UPDATE OF g SKIP LOCKED
    )
    UPDATE token_grant g SET refreshed_at = due.at, refreshed_from = due.inet::inet, grace_floor = g.generation
      FROM due WHERE g.id = due.id`,
});

/** @param isRecorded whether each refresh is in the audit trail */
export function refreshStatements(isRecorded: boolean): {
  /** `many` skips grants that are locked, so that no other has to wait for them. */
  readonly rotate: Readonly<Record<'many' | 'one', RefreshStatement>>;
  readonly keep: KeepStatement;
} {
  return {
    rotate: {
      many: rotateStatement('refresh-rotate-many', 'SKIP LOCKED', isRecorded),
      one: rotateStatement('refresh-rotate-one', '', isRecorded),
    },
    keep: keepStatement('refresh-keep', isRecorded),
  };
}
