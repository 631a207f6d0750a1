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
 * Compiles the sources and has a migrated embedded database at hand; with TEST_DATABASE_URL a template on that PostgreSQL,
 * which every test file copies instead.
 */
export default async function setUp() {
  useOwnTemporaryFolder();
  await compileSources();
  await chromium.executablePath(); // unpacked once, before two workers would do it at the same moment
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
  const { databaseOptions } = await import(compiledPath('src/platform/database/database-options.ts'));
  const { entities } = await import(compiledPath('src/entities.ts'));
  const dataSource = await connect(databaseOptions({ databaseUrl: url.href }, entities));
  await dataSource.destroy();
}

/** Each test file copies and deletes a thousand small files: on a disk that took longer than many a test. */
function folderInMemory() {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    accessSync(SHARED_MEMORY, constants.W_OK);
    return bavail * bsize > ENOUGH_BYTES ? SHARED_MEMORY : null;
  } catch {
    return null; // not on this system
  }
}

/** The browser's package unpacks itself into the folder for temporary files, for its user alone: so each has an own one. */
function useOwnTemporaryFolder() {
  process.env.TMPDIR = join(tmpdir(), `hearth-tests-${userInfo().username}`);
  mkdirSync(process.env.TMPDIR, { recursive: true });
}
