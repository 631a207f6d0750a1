import type { AppConfig } from '../../config/app-config.js';
import { SettingsError } from '../../config/settings-error.js';
import { databaseOptions } from '../database-options.js';
import { GuardedDataSource } from '../guarded-data-source.js';
import { migrate, open } from '../migrate.js';
import type { Say } from '../run-migrations.js';
import { copyTable } from './copy-table.js';
import {
  differentTables,
  filledTablesOfTarget,
  notEmpty,
  requireBoth,
  requireEqualTables,
  requireKeys,
  requireNoRows,
  requireSourceOfThisVersion,
} from './move-checks.js';
import { changeTarget, lookAtTarget } from './on-target.js';
import {
  contentOf,
  EQUAL_TEXTS,
  makePartitions,
  moveSequences,
  rowsIn,
  tablesOf,
  withoutRules,
  type Ask,
  type TableContent,
  type MovedTable,
} from './moved-tables.js';

/** A table of the source, and what is in it. */
interface Counted extends MovedTable {
  readonly content: TableContent;
}

/**
 * Moves everything from the embedded database of DATA_DIR to the PostgreSQL of DATABASE_URL, which is empty before and, where
 * the move fails, afterwards (D414). The embedded database stays as it is. Where everything had been moved, it says so (D424).
 * @param isDryRun checks and counts only: nothing is written
 * @throws SettingsError that says what is in the way
 */
export async function moveDatabase(
  config: AppConfig,
  entities: (new () => object)[],
  isDryRun: boolean,
  say: Say,
): Promise<void> {
  requireBoth(config);
  const embedded = { ...config, databaseUrl: null, migratesAtStart: false };
  await opened(new GuardedDataSource(databaseOptions(embedded, entities)), async (source) => {
    await requireSourceOfThisVersion(source);
    await opened(new GuardedDataSource(databaseOptions(config, entities)), async (target) => {
      await fromSnapshot(source, async (from) => {
        await requireKeys(source, from, config.masterKeys);
        const filled = await lookAtTarget(target, (to) => filledTablesOfTarget(target, to));
        const tables = await counted(from);
        if (filled.length > 0) {
          if (!(await lookAtTarget(target, (to) => isMoved(to, tables)))) throw notEmpty(filled);
          return sayDone(`${total(tables)} had been moved already`, config.dataDir, say);
        }
        if (isDryRun) return report(tables, say);
        await migrateTarget(target, say);
        await changeTarget(target, (to) => moveTables(from, to, tables, say));
        sayDone(`${total(tables)} moved`, config.dataDir, say);
      });
    });
  });
}

async function opened(
  dataSource: GuardedDataSource,
  work: (dataSource: GuardedDataSource) => Promise<void>,
): Promise<void> {
  await open(dataSource);
  try {
    await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

async function fromSnapshot(source: GuardedDataSource, work: (from: Ask) => Promise<void>): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    await runner.startTransaction('REPEATABLE READ');
    for (const sql of ['SET TRANSACTION READ ONLY', ...EQUAL_TEXTS]) await runner.query(sql);
    await work((sql, values) => runner.query(sql, values));
    await runner.rollbackTransaction();
  } finally {
    await runner.release();
  }
}

async function counted(from: Ask): Promise<Counted[]> {
  const tables: Counted[] = [];
  for (const table of await tablesOf(from)) tables.push({ ...table, content: await contentOf(from, table) });
  return tables;
}

async function migrateTarget(target: GuardedDataSource, say: Say): Promise<void> {
  try {
    await migrate(target, say);
  } catch (cause) {
    if (cause instanceof SettingsError) throw cause;
    throw new SettingsError(
      `The database of DATABASE_URL could not be migrated: ${(cause as Error).message}`,
    );
  }
}

async function moveTables(from: Ask, to: Ask, tables: readonly Counted[], say: Say): Promise<void> {
  const there = await tablesOf(to);
  requireEqualTables(tables.map(withoutContent), there);
  await to(`LOCK TABLE ${there.map(({ name }) => `"${name}"`).join(', ')} IN ACCESS EXCLUSIVE MODE`);
  await requireNoRows(to, there);
  await makePartitions(from, to);
  await withoutRules(to, there, async () => {
    const filled = tables.filter(({ content }) => content.rows > 0);
    for (const [index, table] of filled.entries())
      await copyTable(from, to, table, table.content, (line) => say(`${index + 1}/${filled.length} ${line}`));
  });
  await moveSequences(from, to);
  say('Comparing both databases.');
  await requireEqualContent(to, tables);
}

async function requireEqualContent(to: Ask, tables: readonly Counted[]): Promise<void> {
  const different = await differentContent(to, tables);
  if (different.length > 0)
    throw new Error(`these tables are not equal to their source: ${different.join(', ')}`);
}

/** Whether an earlier run moved everything, such as one that was killed during its commit (D424). */
async function isMoved(to: Ask, tables: readonly Counted[]): Promise<boolean> {
  if (differentTables(tables.map(withoutContent), await tablesOf(to)).length > 0) return false;
  return (await differentContent(to, tables)).length === 0;
}

async function differentContent(to: Ask, tables: readonly Counted[]): Promise<string[]> {
  const different: string[] = [];
  for (const table of tables) {
    const { rows, digest } = await contentOf(to, table);
    if (rows !== table.content.rows || digest !== table.content.digest) different.push(table.name);
  }
  return different;
}

function withoutContent({ name, columns }: Counted): MovedTable {
  return { name, columns };
}

function report(tables: readonly Counted[], say: Say): void {
  for (const { name, content } of tables) if (content.rows > 0) say(`${name}: ${rowsIn(content.rows)}`);
  say(`${total(tables)} can be moved. Nothing was written: this was a dry run.`);
}

function sayDone(what: string, dataDir: string, say: Say): void {
  say(`Done: ${what}. Counts and digests of every table are equal in both databases.`);
  say('Next: start the server with this DATABASE_URL and with the same MASTER_KEY.');
  say(
    `Keep ${dataDir}: its keys.json is the MASTER_KEY, unless that is set; pgdata is unchanged, as a way back.`,
  );
  say(
    'Never start a server without DATABASE_URL again: it would continue with the old data. Delete pgdata when you no longer need it.',
  );
}

function total(tables: readonly Counted[]): string {
  const rows = tables.reduce((sum, { content }) => sum + content.rows, 0);
  return `${tables.length} tables with ${rowsIn(rows)}`;
}
