import chromium from '@sparticuz/chromium';
import { accessSync, constants, mkdirSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { compileSources, compiledPath } from '../runner/compiled-sources.mjs';
import { copyTemplate } from '../runner/template.mjs';

const SHARED_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 1024 ** 3;

/**
 * Compiles the sources and prepares a migrated embedded database; with TEST_DATABASE_URL a template on that PostgreSQL,
 * which every test file copies instead.
 */
export default async function setUp() {
  useOwnTemporaryFolder();
  await compileSources();
  await chromium.executablePath(); // unpacked once, before two workers do so concurrently
  const folder = mkdtempSync(join(folderInMemory() ?? tmpdir(), 'hearth-test-'));
  process.env.HEARTH_TEST_FOLDER = folder;
  await copyTemplate(join(folder, 'template'));
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return;
  const template = `hearth_template_${process.pid}`;
  process.env.HEARTH_TEST_TEMPLATE = template;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${template}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${template}`;
  const { connect } = await import(compiledPath('src/platform/database/connect.ts'));
  const { entities } = await import(compiledPath('src/entities.ts'));
  const database = await connect({ databaseUrl: url.href }, entities);
  await database.close();
}

/** Each test file copies and deletes a thousand small files, which on a disk took longer than many a test. */
function folderInMemory() {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    accessSync(SHARED_MEMORY, constants.W_OK);
    return bavail * bsize > ENOUGH_BYTES ? SHARED_MEMORY : null;
  } catch {
    return null; // not available on this system
  }
}

/**
 * The browser's package unpacks itself into the temporary folder, readable for one user only: so each user has their
 * own.
 */
function useOwnTemporaryFolder() {
  process.env.TMPDIR = join(tmpdir(), `hearth-tests-${userInfo().username}`);
  mkdirSync(process.env.TMPDIR, { recursive: true });
}
