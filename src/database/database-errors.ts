import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOENT',
  'EAI_AGAIN',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'ECONNABORTED',
  'EADDRNOTAVAIL',
]);

/**
 * SQLSTATE: connection trouble (08), resources (53), operator intervention and timeouts (57), start-up or shut-down,
 * a write on a standby (25006), and what a retry mends: serialization and deadlock (40).
 */
const AWAY = /^(08|53|57|40)...$|^25006$|^55P03$/;
const AWAY_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|Client has encountered a connection error|pool after calling end|Query runner already released/;
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** A database that is away or too slow is 503 and never an answer about the caller's credentials (D11). */
export function unavailableIfDatabaseAway(cause: unknown): unknown {
  if (!isDatabaseAway(cause)) return cause;
  return new CallError(
    Errors.unavailable,
    { reason: 'database', sqlState: codeOf(cause) },
    { headers: { 'Retry-After': '2' }, cause },
  );
}

/** @param constraint only that one; any when left out */
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

function isDatabaseAway(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const code = codeOf(cause);
  if (code !== undefined && (NETWORK.has(code) || AWAY.test(code))) return true;
  if (cause instanceof AggregateError) return cause.errors.some(isDatabaseAway);
  return AWAY_MESSAGE.test(cause.message);
}

function codeOf(cause: unknown): string | undefined {
  return detailsOf(cause).code;
}

/** What PostgreSQL said, from pg or wrapped by TypeORM. */
function detailsOf(cause: unknown): { code?: string; constraint?: string } {
  const { code, constraint, driverError } = cause as Details & { driverError?: Details };
  return { code: code ?? driverError?.code, constraint: constraint ?? driverError?.constraint };
}

interface Details {
  readonly code?: string;
  readonly constraint?: string;
}
