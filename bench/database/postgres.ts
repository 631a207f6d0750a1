import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { atEnd } from '../support/clean-up.js';

export interface Sql {
  /** @param name prepares it once under that name */
  query(text: string, values?: unknown[], name?: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Creates a database with a unique name, and drops it at the end. */
export async function createPostgresDatabase(server: string): Promise<{ url: string; open(): Promise<Sql> }> {
  const name = `hearth_bench_${process.pid}_${randomBytes(4).toString('hex')}`;
  await runOn(server, `CREATE DATABASE ${name}`);
  atEnd(() => runOn(server, `DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, open: () => openPostgres(url.href) };
}

export async function openPostgres(url: string): Promise<Sql> {
  const client = new pg.Client({ connectionString: url, application_name: 'hearth bench' });
  client.on('error', () => undefined); // a lost connection is reported by the next statement
  await client.connect();
  return {
    query: async (text, values, name) =>
      (await client.query<Record<string, unknown>>({ text, values, name })).rows,
    close: () => client.end(),
  };
}

async function runOn(url: string, text: string): Promise<void> {
  const sql = await openPostgres(url);
  try {
    await sql.query(text);
  } finally {
    await sql.close();
  }
}
