import type { ComponentChildren } from 'preact';
import { InRow } from './moment.js';
import { Words } from './words.js';
import type { ColumnSort } from './sort.js';

interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are right-aligned. */
  readonly isNumber?: boolean;
  /** A text of any length: in a list of pages on one line, and cut if there is no more room. Columns of this kind share the room. */
  readonly isText?: boolean;
  /** An id, or a name without spaces: in one piece, and cut only if it takes more than its share. */
  readonly isKnown?: boolean;
  /** Sentences to be read whole: they wrap. */
  readonly isProse?: boolean;
  /** The row's buttons: at the right, without a visible heading. */
  readonly isAction?: boolean;
  /** For a sortable column. */
  readonly sort?: ColumnSort;
}

export interface TableProps<Row> {
  /** Screen readers read it before the table. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** For rows of several lines: aligns all cells at the top. */
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
              <th scope="row" class={kindOf(first)}>
                <Cell column={first} row={row} />
              </th>
              {others.map((column) => (
                <td key={column.name} class={kindOf(column)} data-name={column.name}>
                  <Cell column={column} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </InRow.Provider>
      </tbody>
    </table>
  );
}

interface TableCardProps<Row> extends Omit<TableProps<Row>, 'caption'> {
  /** The id of its heading. */
  readonly id: string;
  readonly title: string;
  /** The title, if left out. */
  readonly caption?: string;
  /** Shown instead of an empty table; if left out, an empty table has no card. */
  readonly none?: string;
  /** Below the table. */
  readonly children?: ComponentChildren;
}

/** A card of a record's page with a table under its heading. */
export function TableCard<Row>({
  id,
  title,
  caption = title,
  none,
  children,
  ...table
}: TableCardProps<Row>) {
  const isEmpty = table.rows.length === 0;
  if (isEmpty && none === undefined) return null;
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {isEmpty ? <p class="quiet">{none}</p> : <Table caption={caption} {...table} />}
      {children}
    </section>
  );
}

function kindOf<Row>({ isNumber, isAction, isText, isKnown, isProse }: Column<Row>): string | undefined {
  if (isAction) return 'action';
  if (isText) return 'text';
  if (isKnown) return 'known';
  if (isProse) return 'prose';
  return isNumber ? 'number' : undefined;
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
}

function Cell<Row>({ column: { cell, isText, isKnown }, row }: CellProps<Row>) {
  const content = cell(row);
  if (!isText && !isKnown) return <>{content}</>;
  return <div class="cut">{isText && typeof content === 'string' ? <Words of={content} /> : content}</div>;
}

function Head<Row>({ name, isAction = false, sort }: Column<Row>) {
  if (isAction) return <span class="unseen">{name}</span>;
  return sort ? <a href={sort.href}>{name}</a> : <>{name}</>;
}
