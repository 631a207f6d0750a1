import type { ComponentChildren } from 'preact';

interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  /** Read by screen readers before the table. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** For many columns beside a last one that may be long: none gets so narrow that words are broken. */
  readonly isDense?: boolean;
}

/** A table on a desktop; on a phone each row is a card with labelled values. The first column is the row's heading. */
export function Table<Row>({ caption, columns, rows, keyOf, isDense = false }: TableProps<Row>) {
  const [first, ...others] = columns;
  return (
    <table class={isDense ? 'list dense' : 'list'}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name }) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">{first.cell(row)}</th>
            {others.map(({ name, cell }) => (
              <td key={name} data-name={name}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PagerProps {
  readonly path: string;
  /** The filters in the page's query. */
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly next: string | null;
}

/** Links to the next page and to the first one; the browser's back button leads to the previous one. */
export function Pager({ path, query, next }: PagerProps) {
  if (next === null && !query.after) return null;
  return (
    <nav class="choices" aria-label="Pages">
      {query.after && (
        <a href={addressOf(path, { ...query, after: undefined })} role="button" class="secondary outline">
          First page
        </a>
      )}
      {next !== null && (
        <a href={addressOf(path, { ...query, after: next })} role="button" class="secondary">
          Next page
        </a>
      )}
    </nav>
  );
}

/** The path with all values that are set as its query, so that a search can be bookmarked. */
export function addressOf(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given as [string, string][]).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The empty state of a list: what to do first, or how to find more. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

/** The search form above a list; a GET, so that the filters are in the URL. */
export function Search({
  action,
  children,
}: {
  readonly action: string;
  readonly children: ComponentChildren;
}) {
  return (
    <search class="search">
      <form method="get" action={action} class="plain">
        {children}
        <button type="submit" class="secondary outline">
          Search
        </button>
      </form>
    </search>
  );
}

/** A time in UTC, to the second. */
export function Moment({ at }: { readonly at: Date | null }) {
  if (at === null) return <span class="quiet">never</span>;
  return <time datetime={at.toISOString()}>{at.toISOString().slice(0, 19).replace('T', ' ')}</time>;
}
