import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connect } from '../../dist/database/connect.js';
import { entities } from '../../dist/entities.js';

/**
 * Migrates one database, which every test file copies: the embedded one, or with TEST_DATABASE_URL a template on
 * that PostgreSQL. Runs on the build (`npm test` builds first), since Jest does not compile what a setup imports.
 */
export default async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'));
  process.env.HEARTH_TEST_FOLDER = folder;
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    const database = await connect({ dataDir: join(folder, 'template'), databaseUrl: null }, entities);
    await database.close();
    return;
  }
  const template = `hearth_template_${process.pid}`;
  process.env.HEARTH_TEST_TEMPLATE = template;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${template}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${template}`;
  const database = await connect({ databaseUrl: url.href }, entities);
  await database.close();
}
