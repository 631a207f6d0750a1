import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { moveToPostgres } from '../../src/app.commands.js';
import { entities } from '../../src/entities.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { connect } from '../../src/platform/database/connect.js';
import { databaseOptions } from '../../src/platform/database/database-options.js';
import { openPglite } from '../../src/platform/database/embedded.js';
import { sealedColumns } from '../../src/platform/security/sealed-column.js';
import { masterKeyId } from '../../src/platform/security/sealer.js';
import { EVERY_TABLE } from './every-table.js';
import { fillEveryTable } from './rows-of-every-table.js';

export const MASTER_KEY = '7c'.repeat(32);

/** What a text format could spoil, by type. */
const ODD: Readonly<Record<string, string>> = {
  bytea: String.raw`\x00ff5c`,
  'bytea[]': String.raw`{"\\x00","\\x"}`,
  jsonb: String.raw`{"a": null, "b": "\"\\\n'", "c": 12345678901234567890.5}`,
  text: `x"'\\,{}()\n\t ü😀`,
  'text[]': String.raw`{"a\"b","","null","{}"}`,
  'timestamp with time zone': '2026-11-20T12:00:00.123456Z',
};

type Rows = Record<string, unknown[]>;
type Query = (sql: string, values?: unknown[]) => Promise<unknown[]>;

/** Makes an embedded database with a row in every table. @returns its DATA_DIR */
export async function embeddedWithEveryTable(): Promise<string> {
  const dataDir = newFolder();
  cpSync(join(process.env.HEARTH_TEST_FOLDER as string, 'template'), dataDir, { recursive: true });
  const dataSource = await connect(databaseOptions({ dataDir, databaseUrl: null }, entities));
  const sealed = Object.fromEntries(
    sealedColumns().map(({ target, property }) => {
      const { tableName, columns } = dataSource.getMetadata(target);
      const column = columns.find(({ propertyName }) => propertyName === property)?.databaseName;
      const id = masterKeyId(Buffer.from(MASTER_KEY, 'hex'));
      return [`${tableName}.${column}`, `\\x${id.toString('hex')}01`];
    }),
  );
  await fillEveryTable((sql, values) => dataSource.query(sql, values), ODD, {
    ...sealed,
    'audit_event.at': '2026-03-01T00:00:00.000001Z',
    'token_grant.sealed_secret': null,
  });
  await dataSource.destroy();
  return dataDir;
}

/** Gives the tables that a server has emptied a row again. */
export async function fillAnew(dataDir: string): Promise<void> {
  const dataSource = await connect(databaseOptions({ dataDir, databaseUrl: null }, entities));
  await fillEveryTable((sql, values) => dataSource.query(sql, values), ODD);
  await dataSource.destroy();
}

/** A copy of it that was changed by a statement. @returns its DATA_DIR */
export async function changedCopy(of: string, change: string): Promise<string> {
  const dataDir = newFolder();
  cpSync(of, dataDir, { recursive: true });
  const database = await openPglite({ dataDir: join(dataDir, 'pgdata') });
  await database.exec(change);
  await database.close();
  return dataDir;
}

function newFolder(): string {
  return mkdtempSync(join(process.env.HEARTH_TEST_FOLDER as string, 'moved-'));
}

/** Runs the command. @returns what it said */
export async function move(settings: Record<string, string>, isDryRun = false): Promise<string[]> {
  const said: string[] = [];
  const config = loadConfig({ NODE_ENV: 'test', MASTER_KEY, ...settings });
  await moveToPostgres(config, isDryRun, (line) => void said.push(line));
  return said;
}

/** All rows of the embedded database. */
export async function rowsOfEmbedded(dataDir: string): Promise<Rows> {
  const database = await openPglite({ dataDir: join(dataDir, 'pgdata') });
  try {
    return await rowsBy(async (sql) => (await database.query(sql)).rows);
  } finally {
    await database.close();
  }
}

export function rowsOfPostgres(url: string): Promise<Rows> {
  return onPostgres(url, rowsBy);
}

export async function onPostgres<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(async (sql, values) => (await client.query(sql, values)).rows as unknown[]);
  } finally {
    await client.end();
  }
}

async function rowsBy(query: Query): Promise<Rows> {
  await query(`SET timezone = 'UTC'`);
  const rows: Rows = {};
  for (const { name } of (await query(EVERY_TABLE)) as { name: string }[])
    rows[name] = (await query(`SELECT to_jsonb(t)::text AS row FROM "${name}" t ORDER BY 1`)).map(
      (each) => (each as { row: string }).row,
    );
  return rows;
}
