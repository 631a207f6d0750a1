import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { AppConfig } from '../../config/app-config.js';
import { SettingsError } from '../../config/settings-error.js';
import { pendingMigrations } from '../run-migrations.js';
import { sealedColumns } from '../../security/sealed-column.js';
import { Sealer } from '../../security/sealer.js';
import { filledTables, tablesOf, type Ask, type MovedTable } from './moved-tables.js';

/** @throws SettingsError unless the settings name both databases */
export function requireBoth({ databaseUrl, dataDir }: AppConfig): void {
  if (databaseUrl === null)
    throw new SettingsError(
      'DATABASE_URL is not set: let it lead to the PostgreSQL to move to, and DATA_DIR to the embedded database.',
    );
  if (!existsSync(join(dataDir, 'pgdata')))
    throw new SettingsError(`DATA_DIR ${dataDir} has no embedded database (pgdata).`);
}

/** @throws SettingsError unless the embedded database is of this version */
export async function requireSourceOfThisVersion(source: DataSource): Promise<void> {
  const pending = await pendingMigrations(source);
  if (pending.length === source.migrations.length)
    throw new SettingsError('The embedded database is empty: there is nothing to move.');
  if (pending.length > 0)
    throw new SettingsError(
      `The embedded database lacks ${pending.length} migrations of this version, from ${pending[0]} on. ` +
        'Run "node dist/main.js migrate" without DATABASE_URL first.',
    );
  await requireKnown(source, 'The embedded database');
}

/** @throws SettingsError unless every sealed value was sealed by a key of MASTER_KEY */
export async function requireKeys(
  source: DataSource,
  ask: Ask,
  masterKeys: readonly Buffer[],
): Promise<void> {
  const sealer = new Sealer(masterKeys, true);
  const closed: string[] = [];
  for (const { target, property, purpose } of sealedColumns()) {
    const { tableName, ...metadata } = source.getMetadata(target);
    const column = metadata.columns.find(({ propertyName }) => propertyName === property)?.databaseName;
    const [{ count }] = await ask<{ count: string }>(
      `SELECT count(*) FROM "${tableName}" WHERE substring("${column}" FROM 1 FOR 4) <> ALL ($1)`,
      [sealer.listedIds(purpose)],
    );
    if (count !== '0') closed.push(`${count} of ${tableName}.${column}`);
  }
  if (closed.length > 0)
    throw new SettingsError(
      `MASTER_KEY does not open what is sealed in the embedded database (${closed.join(', ')}): ` +
        'set it as the server has it, with its older keys. Without the setting, it is in keys.json of DATA_DIR.',
    );
}

/**
 * The database is a new one, or a migrated one.
 * @returns the tables that have rows
 * @throws SettingsError that says what is in it
 */
export async function filledTablesOfTarget(target: DataSource, ask: Ask): Promise<string[]> {
  const [{ encoding }] = await ask<{ encoding: string }>(
    `SELECT current_setting('server_encoding') AS encoding`,
  );
  if (encoding !== 'UTF8')
    throw new SettingsError(`The database of DATABASE_URL has the encoding ${encoding}: it has to be UTF8.`);
  const tables = await tablesOf(ask);
  const pending = await pendingMigrations(target);
  if (pending.length === target.migrations.length && tables.length > 0)
    throw new SettingsError(
      `The database of DATABASE_URL has tables of something else (${few(tables.map(({ name }) => name))}): create a new database.`,
    );
  if (pending.length < target.migrations.length) await requireKnown(target, 'The database of DATABASE_URL');
  return filledTables(ask, tables);
}

/** @throws SettingsError that names the tables with rows */
export async function requireNoRows(ask: Ask, tables: readonly MovedTable[]): Promise<void> {
  const filled = await filledTables(ask, tables);
  if (filled.length > 0) throw notEmpty(filled);
}

/** The error for a target with rows that are not those of the source. */
export function notEmpty(filled: readonly string[]): SettingsError {
  return new SettingsError(
    `The database of DATABASE_URL is not empty: ${few(filled)} ${filled.length === 1 ? 'has' : 'have'} rows. ` +
      'If a server was started on it after a move that ended with "Done", all is well. ' +
      'Otherwise create a new database, and start no server on it before the move.',
  );
}

/** @throws SettingsError unless both databases have the tables that this version makes */
export function requireEqualTables(source: readonly MovedTable[], target: readonly MovedTable[]): void {
  const different = differentTables(source, target);
  if (different.length > 0)
    throw new SettingsError(
      `These tables are not equal in both databases: ${few(different)}. Tables that Hearth did not make have to be dropped first.`,
    );
}

/** Returns the names of the tables that one of the two lacks, or that have other columns there. */
export function differentTables(source: readonly MovedTable[], target: readonly MovedTable[]): string[] {
  const texts = (tables: readonly MovedTable[]) =>
    new Map(tables.map((table) => [table.name, JSON.stringify(table)]));
  const [here, there] = [texts(source), texts(target)];
  const names = [...new Set([...here.keys(), ...there.keys()])];
  return names.filter((name) => here.get(name) !== there.get(name));
}

async function requireKnown(dataSource: DataSource, which: string): Promise<void> {
  const known = new Set(dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name));
  const done = await dataSource.query<{ name: string }[]>('SELECT name FROM migration ORDER BY timestamp');
  const names = done.map(({ name }) => name);
  const first = names.findIndex((name) => known.has(name)); // those before it were merged into it
  const unknown = names.slice(first).filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new SettingsError(
      `${which} ran migrations that this version does not know (${few(unknown)}): use the version that ran them.`,
    );
}

function few(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}
