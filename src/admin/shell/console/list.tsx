import type { ComponentChildren } from 'preact';
import { addressOf } from './address-of.js';

// What the pages of lists need, from one place.
export { Moment } from './moment.js';
export { Table } from './table.js';
export { ActiveFilters } from './active-filters.js';
export { addressOf } from './address-of.js';
export { sortsAt } from './sort.js';

interface PagerProps {
  readonly path: string;
  /** The filters in the page's query. */
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly next: string | null;
}

/**
 * Links to the next page and to the first one; the browser's back button leads to the previous one. With script the rows of
 * the next page are added below instead.
 */
export function Pager({ path, query, next }: PagerProps) {
  if (next === null && !query.after) return null;
  return (
    <nav class="choices" aria-label="Pages">
      {query.after && (
        <a href={addressOf(path, { ...query, after: undefined })} role="button" class="secondary">
          First page
        </a>
      )}
      {next !== null && (
        <a href={addressOf(path, { ...query, after: next })} role="button" class="secondary" data-more>
          Next page
        </a>
      )}
    </nav>
  );
}

/** The empty state of a list: what to do first, or how to find more. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

interface SearchProps {
  readonly action: string;
  /** What most people search by. */
  readonly children: ComponentChildren;
  /** Further filters: on a phone behind "More filters". */
  readonly more?: ComponentChildren;
  /** Something is wrong in `more`, so it is open. */
  readonly isOpen?: boolean;
}

/** The search form above a list; a GET, so that the filters are in the URL. */
export function Search({ action, children, more, isOpen = false }: SearchProps) {
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
        <button type="submit" class="secondary">
          Search
        </button>
      </form>
    </search>
  );
}
