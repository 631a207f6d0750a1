import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openPglite, type EmbeddedDatabase } from '../../src/platform/database/embedded.js';

/** test/runner/environment.mjs */
declare const requireOutside: (path: './kept-database.mjs') => {
  takeKeptDatabase(): Promise<{ readonly embedded: EmbeddedDatabase; giveBack(): Promise<void> } | null>;
};

export interface TestDatabase {
  /** Settings that make the server use it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Its open instance, if any. */
  readonly embedded?: EmbeddedDatabase;
  drop(): Promise<void>;
}

/** An empty, migrated database: the worker's, or, while that is in use, a new one. */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (process.env.TEST_DATABASE_URL) return createOwnDatabase();
  const kept = await requireOutside('./kept-database.mjs').takeKeptDatabase();
  if (!kept) return createOwnDatabase();
  const dataDir = join(process.env.HEARTH_TEST_FOLDER as string, newName());
  mkdirSync(dataDir);
  const drop = async (): Promise<void> => {
    await rm(dataDir, { recursive: true, force: true });
    await kept.giveBack();
  };
  return { settings: { DATA_DIR: dataDir }, embedded: kept.embedded, drop };
}

/** A copy of the one that the run's set-up made, for a test that changes its tables too. */
export async function createOwnDatabase(): Promise<TestDatabase> {
  const name = newName();
  const dataDir = join(process.env.HEARTH_TEST_FOLDER as string, name);
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    cpSync(join(process.env.HEARTH_TEST_FOLDER as string, 'template'), dataDir, { recursive: true });
    const drop = () => rm(dataDir, { recursive: true, force: true });
    return { settings: { DATA_DIR: dataDir }, drop };
  }
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${process.env.HEARTH_TEST_TEMPLATE}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = () => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  return { settings: { DATA_DIR: dataDir, DATABASE_URL: url.href }, drop };
}

/** A new database, made by these statements. */
export async function createDatabaseOf(sql: string): Promise<TestDatabase> {
  const dataDir = join(process.env.HEARTH_TEST_FOLDER as string, newName());
  if (!process.env.TEST_DATABASE_URL) {
    mkdirSync(dataDir);
    const database = await openPglite({ dataDir: join(dataDir, 'pgdata') });
    await database.exec(sql);
    await database.close();
    return { settings: { DATA_DIR: dataDir }, drop: () => rm(dataDir, { recursive: true, force: true }) };
  }
  const empty = await createEmptyDatabase();
  await onServer(empty.url, sql);
  return { settings: { DATA_DIR: dataDir, DATABASE_URL: empty.url }, drop: () => empty.drop() };
}

/** A database without a single table, on the PostgreSQL of TEST_DATABASE_URL. */
export async function createEmptyDatabase(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL as string;
  const name = newName();
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

function newName(): string {
  return `hearth_${randomBytes(6).toString('hex')}`;
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
