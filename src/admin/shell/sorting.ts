import type { Long } from '../../platform/operations/long.js';

/** The order of a list; with `-`, from the last to the first. Every order has an index (D262). */
export type Sort<Key extends string> = Key | `-${Key}`;

export interface Direction {
  readonly order: 'ASC' | 'DESC';
  /** Compares the key of a later row with the key of a row. */
  readonly after: '>' | '<';
}

/** The start of a list from the last to the first. */
export const LAST_ID: Long = '9223372036854775807';

const FORWARD: Direction = { order: 'ASC', after: '>' };
const BACKWARD: Direction = { order: 'DESC', after: '<' };

/** Both directions of these keys, for a rule and for the documentation. */
export function sortsOf<Key extends string>(...keys: readonly Key[]): Sort<Key>[] {
  return keys.flatMap((key) => [key, `-${key}` as const]);
}

export function sortedBy<Key extends string>(sort: Sort<Key>): { key: Key } & Direction {
  const isBackward = sort.startsWith('-');
  const key = (isBackward ? sort.slice(1) : sort) as Key;
  return { key, ...(isBackward ? BACKWARD : FORWARD) };
}
