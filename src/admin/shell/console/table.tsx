import type { ComponentChildren } from 'preact';
import { InRow } from './moment.js';
import type { ColumnSort } from './sort.js';

interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are right-aligned. */
  readonly isNumber?: boolean;
  /** The row's buttons: at the right, without a visible heading. */
  readonly isAction?: boolean;
  /** The list can be ordered by it. */
  readonly sort?: ColumnSort;
}

interface TableProps<Row> {
  /** Read by screen readers before the table. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Rows of several lines, which begin at the same height. */
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
          {columns.map((column) => (
            <th
              scope="col"
              key={column.name}
              class={kindOf(column)}
              aria-sort={column.sort?.now ?? undefined}
            >
              <Head {...column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <InRow.Provider value={true}>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{first.cell(row)}</th>
              {others.map((column) => (
                <td key={column.name} class={kindOf(column)} data-name={column.name}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </InRow.Provider>
      </tbody>
    </table>
  );
}

function kindOf<Row>({ isNumber = false, isAction = false }: Column<Row>): string | undefined {
  if (isAction) return 'action';
  return isNumber ? 'number' : undefined;
}

function Head<Row>({ name, isAction = false, sort }: Column<Row>) {
  if (isAction) return <span class="unseen">{name}</span>;
  return sort ? <a href={sort.href}>{name}</a> : <>{name}</>;
}
