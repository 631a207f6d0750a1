import type { DataSource } from 'typeorm';

type Entity = new () => object;

/** A table whose rows the clean-up deletes, as its entity says. */
export interface ExpiringTable {
  readonly table: string;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  /** The column that says when a row ends. */
  readonly end: string;
  /** How long a row is kept after that. */
  readonly keptMs: number;
}

const expiring: { readonly target: Entity; readonly property: string; readonly keptMs: number }[] = [];
const emptiedOtherwise = new Set<Entity>();

/** Marks the column with the time when a row expires: the clean-up deletes the row, and /metrics measures the table (D306). */
export function Expires({ keptMs = 0 }: { readonly keptMs?: number } = {}): PropertyDecorator {
  return ({ constructor }, property) => {
    expiring.push({ target: constructor as Entity, property: String(property), keptMs });
  };
}

/** Marks an entity whose rows are removed in another way. @param _how in a few words, for readers */
export function EmptiedBy(_how: string): (target: Entity) => void {
  return (target) => void emptiedOtherwise.add(target);
}

export function expiringTables(dataSource: DataSource): ExpiringTable[] {
  return expiring.map(({ target, property, keptMs }) => {
    const { tableName, primaryColumns, ownColumns } = dataSource.getMetadata(target);
    const column = ownColumns.find(({ propertyName }) => propertyName === property);
    if (!column) throw new Error(`${tableName}.${property} expires and is no column`);
    const key = primaryColumns.map(({ databaseName }) => databaseName);
    return { table: tableName, key, end: column.databaseName, keptMs };
  });
}

/** Returns all tables that would grow without limit if nothing emptied them. */
export function emptiedTables(dataSource: DataSource): string[] {
  const others = [...emptiedOtherwise].map((target) => dataSource.getMetadata(target).tableName);
  return [...expiringTables(dataSource).map(({ table }) => table), ...others].sort();
}
