import { THIS_SERVER } from './target.js';

/**
 * SQL: whether what a request asks for is within what was granted (RFC 8707 §2.2); a null asks for no less.
 * @param asked SQL, numbers separated by spaces
 * @param granted SQL, likewise; null: only this server
 */
export function isWithinTarget(asked: string, granted: string): string {
  return `(${asked} IS NULL
            OR string_to_array(${asked}, ' ') <@ string_to_array(coalesce(${granted}, '${THIS_SERVER}'), ' '))`;
}
