import { isLong, type Long } from '../../platform/operations/long.js';
import { invalid, type ProblemError } from '../../platform/errors/problem-error.js';

export const PAGE_LIMIT = 50;

/**
 * The name of a list's statement: none, so that it is not prepared. Prepared plans are generic (database/connect.ts), and
 * would sort a million rows for a page of fifty, so the row limit and rare filters are part of the text.
 */
export const UNNAMED = '';

/** One page of a list. Pages are found by key, so the last is as quick as the first. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** Cursor for `after`; null on the last page. */
  readonly next: string | null;
}

/** The page of a list that is not read. */
export const NOTHING: ListPage<never> = { items: [], next: null };

/**
 * @param rows one more than the page holds, if there is a next page
 * @param keyOf the values that the list is ordered by; the last one must be unique
 */
export function pageOf<T>(
  rows: readonly T[],
  limit: number,
  keyOf: (row: T) => readonly string[],
): ListPage<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { items, next: hasMore ? cursorOf(keyOf(last)) : null };
}

/** The cursor of a page whose last row has these key values. */
export function cursorOf(key: readonly string[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Returns the key values in a cursor; null for the first page. @throws ProblemError invalid */
export function keyIn(after: string | undefined, length: number): string[] | null {
  if (after === undefined || after === '') return null;
  const key = parsed(Buffer.from(after, 'base64url').toString());
  const isKey = (parts: unknown[]): parts is string[] =>
    parts.length === length && parts.every((part) => typeof part === 'string' && !part.includes('\0'));
  if (Array.isArray(key) && isKey(key)) return key;
  throw wrongCursor();
}

/** Returns the id in the cursor of a list by id; '0' for the first page. @throws ProblemError invalid */
export function idIn(after: string | undefined): Long {
  const [id] = keyIn(after, 1) ?? ['0'];
  return requireId(id);
}

/** Checks that a value of a cursor is an id. @throws ProblemError invalid */
export function requireId(id: string): Long {
  if (isLong(id)) return id;
  throw wrongCursor();
}

/** The error for a cursor that can't be read, or whose values have the wrong types. */
export function wrongCursor(): ProblemError {
  return invalid([{ field: 'after', message: 'must be the next of an earlier page' }]);
}

/** A LIKE pattern for texts that begin with this one, wildcards escaped. */
export function prefixPattern(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // not one of our cursors
  }
}

/** The prefix and this character are the last text with the prefix, in byte order. */
export const LAST = `U&'\\+10FFFF'`;

/** SQL: the text begins with the parameter in any case. It scans a range of an index of the lower-case text in byte order. */
export function beginsWith(text: string, parameter: string): string {
  const key = `lower(${text}) COLLATE "C"`;
  const prefix = `lower(${parameter})`;
  return `(${key} >= ${prefix} COLLATE "C" AND ${key} < (${prefix} || ${LAST}) COLLATE "C")`;
}
