import type { ComponentChildren } from 'preact';
import { addressWith } from './address-with.js';

// The components of list pages, for one import.
export { Moment } from './moment.js';
export { Table, TableCard } from './table.js';
export { Words } from './words.js';
export { ActiveFilters } from './active-filters.js';
export { addressWith } from './address-with.js';
export { sortsAt } from './sort.js';

interface PagerProps {
  readonly path: string;
  /** The filters in the page's query. */
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly next: string | null;
}

/**
 * Links to the next page and to the first one; the browser's back button leads to the previous one. With JavaScript the rows of
 * the next page are added below instead.
 */
export function Pager({ path, query, next }: PagerProps) {
  if (next === null && !query.after) return null;
  return (
    <nav class="choices" aria-label="Pages">
      {query.after && (
        <a href={addressWith(path, { ...query, after: undefined })} role="button" class="secondary">
          First page
        </a>
      )}
      {next !== null && (
        <a href={addressWith(path, { ...query, after: next })} role="button" class="secondary" data-more>
          Next page
        </a>
      )}
    </nav>
  );
}

/** The empty state of a list: the first thing to do, or how to find more. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

export interface SearchProps {
  readonly action: string;
  /** The fields that most people search by. */
  readonly children: ComponentChildren;
  /** Further filters: on a phone behind "More filters". */
  readonly more?: ComponentChildren;
  /** Filters that few look for: folded everywhere. */
  readonly rare?: ComponentChildren;
  /** Whether `more` and `rare` are open, because they have an error. */
  readonly isOpen?: boolean;
}

/** The search form above a list; a GET, so that the filters are in the URL. */
export function Search({ action, children, more, rare, isOpen = false }: SearchProps) {
  return (
    <search class="search">
      <form method="get" action={action} class="plain">
        {children}
        {more !== undefined && (
          <details class="more" open={isOpen}>
            <summary>More filters</summary>
            {more}
          </details>
        )}
        {rare !== undefined && (
          <details class="rare" open={isOpen}>
            <summary>{more === undefined ? 'More filters' : 'Other filters'}</summary>
            <div>{rare}</div>
          </details>
        )}
        <button type="submit" class="secondary">
          Search
        </button>
      </form>
    </search>
  );
}
