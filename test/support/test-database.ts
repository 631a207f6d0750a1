import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

export interface TestDatabase {
  /** Settings that point the server at it. */
  readonly settings: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

/** A migrated database of its own: a copy of the one that the global setup made. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `hearth_${randomBytes(6).toString('hex')}`;
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

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
