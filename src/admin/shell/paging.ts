import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';
import { FormField, orAbsent } from '../../platform/checks/form.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import { invalid, type ProblemError } from '../../platform/errors/problem-error.js';

export const PAGE_LIMIT = 50;

/**
 * The name of a list's statement: none. Plans are made for any values (database/connect.ts), so the number of rows and a
 * rare filter stand in its text: otherwise a page of fifty would sort a million, or walk them for three.
 */
export const UNNAMED = '';

/** A part of a list, by key: as quick at its end as at its beginning. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** For `after`; null at the end. */
  readonly next: string | null;
}

/** What every list takes. */
export class PageQuery {
  @ApiPropertyOptional({ minimum: 1, maximum: 200, default: PAGE_LIMIT })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  limit?: number;

  @ApiPropertyOptional({ description: '`next` of the page before.' })
  @FormField(orAbsent, 'The page')
  @IsOptional()
  @IsString()
  @Length(1, 1000)
  after?: string;
}

/**
 * @param rows one more than the page holds when there is a next one
 * @param keyOf the values that the list is ordered by, the last of them unique
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

/** `next` of a page that ends with these values. */
export function cursorOf(key: readonly string[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** The values of `keyOf` in a cursor; null at the beginning. @throws ProblemError invalid */
export function keyIn(after: string | undefined, length: number): string[] | null {
  if (after === undefined || after === '') return null;
  const key = parsed(Buffer.from(after, 'base64url').toString());
  const isKey = (parts: unknown[]): parts is string[] =>
    parts.length === length && parts.every((part) => typeof part === 'string' && !part.includes('\0'));
  if (Array.isArray(key) && isKey(key)) return key;
  throw wrongCursor();
}

/** The same for a list in the order of ids; '0' at the beginning. @throws ProblemError invalid */
export function idIn(after: string | undefined): Long {
  const [id] = keyIn(after, 1) ?? ['0'];
  return requireId(id);
}

/** A value of a cursor that has to be an id. @throws ProblemError invalid */
export function requireId(id: string): Long {
  if (isLong(id)) return id;
  throw wrongCursor();
}

/** For a cursor whose values are not of the list's types either. */
export function wrongCursor(): ProblemError {
  return invalid([{ field: 'after', message: 'is not what an earlier page gave as next' }]);
}

/** For LIKE: what begins with the text, to the letter. */
export function prefixPattern(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // no cursor of ours
  }
}
