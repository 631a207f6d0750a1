import { SettingsError } from '../config/settings-error.js';
import { CallError } from '../errors/call-error.js';
import { isOutcomeUnknown, outcomeUnknown, unavailable } from '../errors/outcome.js';
import type { Connection } from './connection.js';

/**
 * SQLSTATE: connection trouble (08), resources (53), operator intervention and timeouts (57), a disk that fails (58),
 * start-up or shut-down, a write on a standby (25006), transaction timeouts (25P03, 25P04), and errors that a retry solves: serialization and
 * deadlock (40).
 */
const AWAY = /^(08|53|57|58|40)...$|^25006$|^25P0[34]$|^55P03$/;
/** Codes that mean the statement was rolled back; the others close the connection, perhaps just after a commit. */
const TAKEN_BACK = /^(53|58|40)...$|^57014$|^25006$|^55P03$/;
const UNDECIDED = '40003';
/** A prepared statement is missing, or exists although this session did not create it: the session has other users. */
const OF_OTHERS_NAMES = /^(26000|42P05)$/;
const PROTOCOL_VIOLATION = '08P01';
const NOT_SUPPORTED = '0A000';
/** Errors of the values or rows of a statement: data, constraints, and conflicts with another transaction. */
const OF_ROWS = /^(22|23|40)...$/;
/** A write on a read-only server: the next connection looks for the primary. */
const READ_ONLY = '25006';
/** A lock timeout, and a deadlock. */
const OF_LOCKS = /^(55P03|40P01)$/;
/** The message of pg's own query timeout, which has neither a class nor a code. */
const READ_TIMEOUT = 'Query read timeout';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const CHECK_VIOLATION = '23514';

const NOT_COMMITTED =
  'DATABASE_URL leads to something that opens a transaction around each statement and does not commit it, as Pgpool-II ' +
  'in raw mode does: let it lead to PostgreSQL, or to a pooler that works (docs/operate/database.md#poolers).';

const WRITES = /\b(insert|delete|merge|truncate|nextval|setval|commit)\b|(?<!\bfor (no key )?)\bupdate\b/i;

/** A statement that was sent, with the facts that decide what its failure means. */
interface Sent {
  /** null: none was available. */
  readonly connection: Connection | null;
  readonly text: string;
  /** In a transaction whose COMMIT was not sent yet: losing the connection rolls all of it back. */
  readonly isInTransaction: boolean;
  /** Repeating it does no harm, so it does not matter whether it was executed. */
  readonly isRepeatable?: boolean;
}

/**
 * The error to throw for a failed statement: the database's own error unchanged; or, when the connection is lost or the
 * database unavailable or too slow, one of the two errors that are 503 and never an answer about the caller's
 * credentials (D11, D166). They are also thrown for a reference to a row that was deleted after its check (a retry then
 * reports that it is gone), and for a row without a partition (D374). A connection without an answer is closed. `said` in
 * the log is the database's sentence, such as `No space left on device`: of these errors none contains a value.
 */
export function failureOf(cause: unknown, sent: Sent): unknown {
  const { connection } = sent;
  const { code, severity, message, constraint, routine } = detailsOf(cause);
  const details = { reason: 'database', sqlState: code, said: message };
  if (code === FOREIGN_KEY_VIOLATION)
    return unavailable({ reason: 'database', sqlState: code, constraint }, cause);
  if (connection === null) return unavailable(details, cause);
  if (severity !== undefined) {
    // refused before it was executed, or taken back
    if (isOfSharedSession(cause) || isMissingPartition(cause)) return unavailable(details, cause);
    if (code === NOT_SUPPORTED && routine === 'RevalidateCachedQuery') {
      connection.abandon(); // its prepared statements have the columns from before a migration
      return unavailable(details, cause);
    }
    if (code === undefined || !AWAY.test(code)) return cause;
    if (code === READ_ONLY) connection.abandon();
    const isTakenBack = TAKEN_BACK.test(code) && code !== UNDECIDED;
    return isTakenBack || !mayHaveWritten(sent)
      ? unavailable(details, cause)
      : outcomeUnknown(details, cause);
  }
  if (!connection.isLost && message !== READ_TIMEOUT) return cause; // a bug of ours: nothing was sent
  connection.abandon();
  return mayHaveWritten(sent) ? outcomeUnknown(details, cause) : unavailable(details, cause);
}

/**
 * Whether one item can be the reason why a statement for many failed. Otherwise the database is away, too slow or full,
 * and each item would fail.
 */
export function isOfOne(cause: unknown): boolean {
  if (isOutcomeUnknown(cause) || isMissingPartition(cause)) return false;
  const { code, severity } = detailsOf(cause);
  if (severity !== undefined) return code !== undefined && OF_ROWS.test(code);
  return !(cause instanceof CallError); // a value of ours that cannot be sent
}

/** Whether a table has no partition for a row: nothing was changed. */
export function isMissingPartition(cause: unknown): boolean {
  const { code, routine } = detailsOf(cause);
  return code === CHECK_VIOLATION && routine === 'ExecFindPartition';
}

/**
 * Whether the session has other users at the same time, as behind a pooler in transaction mode: their prepared statements
 * conflict with ours (D373). No such statement was executed.
 */
export function isOfSharedSession(cause: unknown): boolean {
  const { code = '', routine } = detailsOf(cause);
  // "bind message supplies 2 parameters, but prepared statement … requires 1": one of another version's
  return OF_OTHERS_NAMES.test(code) || (code === PROTOCOL_VIOLATION && routine === 'exec_bind_message');
}

/**
 * Returns the error for a statement that succeeded outside a transaction, but is inside one: something between Hearth and
 * PostgreSQL began it, and nothing commits it (D373).
 */
export function notCommitted(sent: Sent): CallError {
  const cause = new SettingsError(NOT_COMMITTED);
  const details = { reason: 'not committed' };
  return mayHaveWritten(sent) ? outcomeUnknown(details, cause) : unavailable(details, cause);
}

/** Whether a statement lacked a lock that others held: its transaction was rolled back, and may be repeated. */
export function isOfLocks(cause: unknown): boolean {
  return OF_LOCKS.test(detailsOf(cause).code ?? '');
}

/** Whether the role may not do what a statement does. */
export function isOfRights(cause: unknown): boolean {
  return detailsOf(cause).code === '42501';
}

/** @param constraint any when left out */
export function isUniqueViolation(cause: unknown, constraint?: string): boolean {
  return violates(cause, UNIQUE_VIOLATION, constraint);
}

export function isForeignKeyViolation(cause: unknown, constraint?: string): boolean {
  return violates(cause, FOREIGN_KEY_VIOLATION, constraint);
}

function violates(cause: unknown, code: string, constraint?: string): boolean {
  const error = detailsOf(cause);
  return error.code === code && (constraint === undefined || error.constraint === constraint);
}

function mayHaveWritten({ text, isInTransaction, isRepeatable = false }: Sent): boolean {
  return !isInTransaction && !isRepeatable && WRITES.test(text);
}

interface Details {
  readonly message?: string;
  /** Set on messages of the server only. */
  readonly severity?: string;
  readonly code?: string;
  readonly constraint?: string;
  /** The function of PostgreSQL's source, which is the same in every language. */
  readonly routine?: string;
}

/** From pg directly, wrapped by TypeORM, or already translated here. */
function detailsOf(cause: unknown): Details {
  const said = cause instanceof CallError ? (cause.cause ?? cause) : cause;
  const { driverError } = said as { driverError?: Details };
  return driverError ?? (said as Details);
}
