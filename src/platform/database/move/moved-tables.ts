/** Asks one of the two databases. */
export type Ask = <T>(sql: string, values?: unknown[]) => Promise<T[]>;

/** A table as the catalogue describes it; a partitioned one includes its partitions. */
export interface MovedTable {
  readonly name: string;
  /** Name, type, and whether the database computes it; in their order. */
  readonly columns: readonly (readonly [name: string, type: string, isComputed: boolean])[];
}

/** The content of a table: equal for equal rows, whatever their order and the version of PostgreSQL. */
export interface TableContent {
  readonly rows: number;
  /** The sum of 64 bits of each row's SHA-256. */
  readonly digest: string;
  /** Bytes of the longest row. */
  readonly widest: number;
}

interface Partition {
  readonly name: string;
  readonly parent: string;
  /** `FOR VALUES …` */
  readonly bound: string;
}

interface Sequence {
  readonly table: string;
  readonly column: string;
  /** The last number that was given out. */
  readonly last: string;
}

const escapeIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const escapeLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Equal values have equal texts in both databases. */
export const EQUAL_TEXTS = [
  `SET LOCAL datestyle = 'ISO, YMD'`,
  `SET LOCAL timezone = 'UTC'`,
  `SET LOCAL intervalstyle = 'postgres'`,
  `SET LOCAL bytea_output = 'hex'`,
  'SET LOCAL extra_float_digits = 1',
  'SET LOCAL enable_seqscan = on', // whole tables are read
];

const HERE = 'relnamespace = current_schema()::regnamespace';
const TABLES = `
  SELECT relname AS name, json_agg(json_build_array(attname, format_type(atttypid, atttypmod), attgenerated <> '') ORDER BY attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND attnum > 0 AND NOT attisdropped
   WHERE ${HERE} AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'migration'
   GROUP BY relname ORDER BY relname`;
const PARTITIONS = `
  SELECT c.relname AS name, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound
    FROM pg_class c JOIN pg_inherits ON inhrelid = c.oid JOIN pg_class p ON p.oid = inhparent
   WHERE c.${HERE} AND c.relkind = 'r' AND c.relispartition ORDER BY 1`;
const SEQUENCES = `
  SELECT relname AS table, attname AS column, pg_sequence_last_value(pg_get_serial_sequence(quote_ident(relname), attname)::regclass)::text AS last
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND attidentity <> '' AND NOT attisdropped
   WHERE ${HERE} AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1, 2`;
const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(n.oid) AS definition
    FROM pg_constraint n JOIN pg_class c ON c.oid = conrelid
   WHERE ${HERE} AND contype = 'f' AND conparentid = 0 ORDER BY 1, 2`;
const TRIGGERS = `
  SELECT tgrelid::regclass::text AS table, tgname AS name, tgenabled AS state
    FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid WHERE ${HERE} AND NOT tgisinternal ORDER BY 1, 2`;

export function rowsIn(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

export function tablesOf(ask: Ask): Promise<MovedTable[]> {
  return ask<MovedTable>(TABLES);
}

/** The names of the tables with at least one row. */
export async function filledTables(ask: Ask, tables: readonly MovedTable[]): Promise<string[]> {
  if (tables.length === 0) return [];
  const each = tables.map(
    ({ name }) =>
      `SELECT ${escapeLiteral(name)} AS name WHERE EXISTS (SELECT FROM ${escapeIdentifier(name)})`,
  );
  return (await ask<{ name: string }>(each.join(' UNION ALL '))).map(({ name }) => name);
}

/** One text for each row, from which `insertRows` makes the row again. */
export function selectRows({ name, columns }: MovedTable): string {
  const all = columns.map(([column]) => escapeIdentifier(column)).join(', ');
  return `SELECT ROW(${all})::text AS row FROM ${escapeIdentifier(name)}`;
}

/** $1: the rows as `selectRows` gives them. */
export function insertRows({ name, columns }: MovedTable): string {
  const written = columns.filter(([, , isComputed]) => !isComputed);
  const names = written.map(([column]) => escapeIdentifier(column)).join(', ');
  const table = escapeIdentifier(name);
  return `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM unnest($1::${table}[])`;
}

export async function contentOf(ask: Ask, table: MovedTable): Promise<TableContent> {
  const bits = `('x' || encode(substr(sha256(convert_to(row, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint`;
  const [{ rows, digest, widest }] = await ask<Record<keyof TableContent, string>>(`
    SELECT count(*)::text AS rows, coalesce(sum(${bits}), 0)::text AS digest, coalesce(max(octet_length(row)), 0)::text AS widest
      FROM (${selectRows(table)} OFFSET 0) AS each`); // OFFSET 0: the text is made once
  return { rows: Number(rows), digest, widest: Number(widest) };
}

/**
 * Gives empty tables the partitions of the source: which there are depends on when it ran, and its oldest may have other bounds
 * than those of a new database.
 */
export async function makePartitions(from: Ask, to: Ask): Promise<void> {
  const [wanted, there] = [await from<Partition>(PARTITIONS), await to<Partition>(PARTITIONS)];
  const isIn = (all: readonly Partition[], one: Partition): boolean =>
    all.some(({ name, bound }) => name === one.name && bound === one.bound);
  for (const each of there) if (!isIn(wanted, each)) await to(`DROP TABLE ${escapeIdentifier(each.name)}`);
  for (const each of wanted)
    if (!isIn(there, each))
      await to(
        `CREATE TABLE ${escapeIdentifier(each.name)} PARTITION OF ${escapeIdentifier(each.parent)} ${each.bound}`,
      );
}

/** Makes new rows follow the numbers that the source gave out. */
export async function moveSequences(from: Ask, to: Ask): Promise<void> {
  for (const { table, column, last } of await from<Sequence>(SEQUENCES))
    if (last !== null)
      await to('SELECT setval(pg_get_serial_sequence(quote_ident($1), $2)::regclass, $3)', [
        table,
        column,
        last,
      ]);
}

/**
 * Works without foreign keys and triggers, which would ask for an order of the tables and write about each row; both are as
 * before afterwards. That takes the owner of the tables, not a superuser, and a transaction.
 * @throws Error when a row refers to one that is missing
 */
export async function withoutRules(
  to: Ask,
  tables: readonly MovedTable[],
  work: () => Promise<void>,
): Promise<void> {
  const rules = async () => ({
    keys: await to<Record<'table' | 'name' | 'definition', string>>(FOREIGN_KEYS),
    triggers: await to(TRIGGERS),
  });
  const before = await rules();
  const switchTriggers = async (how: 'DISABLE' | 'ENABLE') => {
    for (const { name } of tables) await to(`ALTER TABLE ${escapeIdentifier(name)} ${how} TRIGGER USER`);
  };
  for (const { table, name } of before.keys)
    await to(`ALTER TABLE ${table} DROP CONSTRAINT ${escapeIdentifier(name)}`);
  await switchTriggers('DISABLE');
  await work();
  await switchTriggers('ENABLE');
  for (const { table, name, definition } of before.keys)
    await to(`ALTER TABLE ${table} ADD CONSTRAINT ${escapeIdentifier(name)} ${definition}`);
  if (JSON.stringify(await rules()) !== JSON.stringify(before))
    throw new Error('foreign keys or triggers are not as they were before');
}
