import type { QueryResultRow } from 'pg';
import type { Database, Statement } from './database.js';

/** The JavaScript value of a column of each type. */
interface Sent {
  readonly bigint: string | number;
  readonly text: string;
  readonly bytea: Buffer;
  readonly timestamptz: Date;
  readonly float8: number;
  readonly integer: number;
  readonly boolean: boolean;
}

type Columns = Readonly<Record<string, keyof Sent>>;

/** The values of one item, by column. */
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: Sent[C[Name]] | null };

/** A statement for many items at once: each column is one array parameter, with a value of every item. */
export interface BatchStatement<Row, Found = never> extends Statement {
  /** The array of each column. */
  readonly valuesOf: (rows: readonly Row[]) => unknown[][];
  /**
   * Returns the result of each item, by the key; undefined without a result. Of two items with one key, the first gets it.
   */
  readonly match: (rows: readonly Row[], found: readonly Found[]) => (Found | undefined)[];
}

interface Declared<C extends Columns> extends Pick<Statement, 'name' | 'isRepeatable'> {
  /** In the order of the parameters. */
  readonly columns: C;
  /** Identifies the rows of the answer, which must have this column too. Required where results are matched. */
  readonly key?: keyof C & string;
  /**
   * @param asked all items as a set of rows, under an alias
   * @param all the array parameter of each column
   */
  readonly text: (parts: {
    asked: (alias: string) => string;
    all: Readonly<Record<keyof C, string>>;
  }) => string;
}

/** All declared batch statements, by name: a test checks the plan of each. */
export const batchStatements = new Map<string, { readonly text: string; readonly columns: Columns }>();

/** Declares a batch statement whose answer has rows of `Found`. Columns have names, so no caller counts positions. */
export function batchStatement<Found extends object>() {
  return <const C extends Columns>(declared: Declared<C>): BatchStatement<RowOf<C>, Found> =>
    declare(declared);
}

/** Returns the result of each item; undefined without a result. */
export async function queryEach<Row, Found extends QueryResultRow>(
  database: Database,
  statement: BatchStatement<Row, Found>,
  rows: readonly Row[],
): Promise<(Found | undefined)[]> {
  return statement.match(rows, await database.query<Found>(statement, statement.valuesOf(rows)));
}

function declare<C extends Columns, Found extends object>(
  declared: Declared<C>,
): BatchStatement<RowOf<C>, Found> {
  const { name, isRepeatable, columns, key } = declared;
  const listed: (keyof C & string)[] = Object.keys(columns);
  const all = Object.fromEntries(listed.map((column, i) => [column, `$${i + 1}`])) as Record<keyof C, string>;
  const text = declared.text({ asked: (alias) => askedIn(columns, listed, alias), all });
  batchStatements.set(name, { text, columns });
  return {
    name,
    isRepeatable,
    text,
    valuesOf: (rows) =>
      listed.map((column) => {
        const isTime = columns[column] === 'timestamptz';
        return rows.map(({ [column]: value }) => (isTime ? millisOf(value) : value));
      }),
    match: (rows, found) => {
      if (key === undefined) throw new Error(`${name} has no key to tell the rows of its answer apart`);
      const byKey = new Map(found.map((row) => [comparable((row as Record<string, unknown>)[key]), row]));
      return rows.map((row) => taken(byKey, comparable(row[key])));
    },
  };
}

/** A time in milliseconds: pg writes a date in the time zone of the process, which takes thirty times as long. */
function millisOf(value: unknown): number | null {
  return (value as Date | null)?.getTime() ?? null;
}

function askedIn(columns: Columns, listed: readonly string[], alias: string): string {
  const isTime = (column: string): boolean => columns[column] === 'timestamptz';
  const arrays = listed.map((column, i) => `$${i + 1}::${isTime(column) ? 'float8' : columns[column]}[]`);
  const rows = `unnest(${arrays.join(', ')})`;
  const names = `(${listed.join(', ')})`;
  if (!listed.some(isTime)) return `${rows} AS ${alias} ${names}`;
  const read = listed.map((column) => (isTime(column) ? `to_timestamp(${column} / 1000)` : column));
  return `(SELECT ${read.join(', ')} FROM ${rows} AS sent ${names}) AS ${alias} ${names}`;
}

/** Bytes as text, which a Map compares by value. */
function comparable(value: unknown): unknown {
  return value instanceof Buffer ? value.toString('latin1') : value;
}

function taken<R>(byKey: Map<unknown, R>, key: unknown): R | undefined {
  const row = byKey.get(key);
  byKey.delete(key);
  return row;
}
