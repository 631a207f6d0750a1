import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { compiledPath, compileSources } from '../../../scripts/compiled-sources.mjs';
import { writeLists } from '../../../scripts/lists.mjs';
import { writeManual } from '../../../scripts/manual.mjs';
import { keepAuditOfAnyTime } from '../audit-of-any-time.mjs';
import { copyTemplate } from '../template.mjs';

const SHARED_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 1024 ** 3;

let done;

/** Set-up of every whole server of the tests, once for a run, whichever projects take part. */
export default function setUpServers() {
  return (done ??= setUp());
}

/**
 * Compiles the sources and prepares a migrated embedded database; with TEST_DATABASE_URL a template on that
 * PostgreSQL, which every test file copies instead.
 */
async function setUp() {
  writeLists();
  await writeManual();
  await compileSources();
  const folder = mkdtempSync(join(folderInMemory() ?? tmpdir(), 'hearth-test-'));
  process.env.HEARTH_TEST_FOLDER = folder;
  await copyTemplate(join(folder, 'template'));
  if (process.env.TEST_DATABASE_URL) await makeTemplate(process.env.TEST_DATABASE_URL);
}

async function makeTemplate(server) {
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
  await keepAuditOfAnyTime(dataSource);
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
