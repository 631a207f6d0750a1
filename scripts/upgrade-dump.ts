// .ci/with-postgres node --import @swc-node/register/esm-register scripts/upgrade-dump.ts <commit>: test/upgrade/every-table.sql.gz,
// a database of that commit with a row in every table. Later versions have to go on with it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { loadable } from '../test/support/loadable.js';
import { fillEveryTable } from '../test/support/rows-of-every-table.js';
import { createEmptyDatabase } from '../test/support/test-database.js';
import { build } from '../test/support/version-before.js';

const [commit] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'hearth-upgrade-'));
const database = await createEmptyDatabase();
try {
  const main = build(commit, join(folder, 'sources'));
  const env = { DATABASE_URL: database.url };
  execFileSync(process.execPath, [main, 'migrate'], { cwd: folder, env, stdio: 'inherit' });
  await fill(database.url);
  const dump = execFileSync('pg_dump', ['--no-owner', '--inserts', database.url], { encoding: 'utf8' });
  writeFileSync('test/upgrade/every-table.sql.gz', gzipSync(loadable(dump), { level: 9 }));
} finally {
  await database.drop();
  rmSync(folder, { recursive: true });
}

async function fill(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await fillEveryTable(async (text, values) => (await client.query(text, values)).rows as unknown[]);
  await client.end();
}
