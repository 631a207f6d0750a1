import { sortedBy, type Sort } from '../sorting.js';
import { addressWith } from './address-with.js';

/** The head of a sortable column: its link, and the current order. */
export interface ColumnSort {
  readonly href: string;
  readonly now: 'ascending' | 'descending' | null;
}

/**
 * The heads of a list's columns.
 * @param query the filters of the address, without the page: another order begins at the first page
 * @param now the current order
 * @param usual the order that the address leaves out
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
      href: addressWith(path, { ...query, sort: next === usual ? undefined : next }),
      now: isCurrent ? (isForward ? 'ascending' : 'descending') : null,
    };
  };
}
