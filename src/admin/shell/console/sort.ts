import { sortedBy, type Sort } from '../sorting.js';
import { addressOf } from './address-of.js';

/** The head of a column that the list can be ordered by: a link, and how it is ordered now. */
export interface ColumnSort {
  readonly href: string;
  readonly now: 'ascending' | 'descending' | null;
}

/**
 * The heads of a list's columns.
 * @param query the filters of the address, without the page: another order begins anew
 * @param now how it is ordered
 * @param usual without a word of it in the address
 */
export function sortsAt<Key extends string>(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  { now, usual }: { readonly now: Sort<Key>; readonly usual: Sort<Key> },
): (key: Key) => ColumnSort {
  const current = sortedBy(now);
  return (key) => {
    const isCurrent = current.key === key;
    const isForward = current.order === 'ASC';
    const next: Sort<Key> = isCurrent && isForward ? `-${key}` : key;
    return {
      href: addressOf(path, { ...query, sort: next === usual ? undefined : next }),
      now: isCurrent ? (isForward ? 'ascending' : 'descending') : null,
    };
  };
}
