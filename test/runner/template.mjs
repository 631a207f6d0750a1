import { PGlite } from '@electric-sql/pglite';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepAuditOfAnyTime } from './audit-of-any-time.mjs';
import { compiledPath } from '../../scripts/compiled-sources.mjs';

const KEPT = 'node_modules/.cache/hearth-tests';
/** The inputs of an empty, migrated database. */
const MADE_OF = [
  'node_modules/@electric-sql/pglite/package.json',
  'src/platform/database/migrations',
  'test/runner/audit-of-any-time.mjs',
  'test/runner/template.mjs',
];

/**
 * An empty, migrated embedded database: created once for each state of the migrations, then copied, as a folder and beside
 * it as an archive, for databases in memory.
 */
export async function copyTemplate(target) {
  const template = join(KEPT, `template-${digest()}`);
  if (!existsSync(template)) {
    rmSync(KEPT, { recursive: true, force: true });
    const { connect } = await import(compiledPath('src/platform/database/connect.ts'));
    const { databaseOptions } = await import(compiledPath('src/platform/database/database-options.ts'));
    const { entities } = await import(compiledPath('src/entities.ts'));
    const making = join(KEPT, `making-${process.pid}`); // of two runs at once each makes its own
    const dataDir = join(making, 'folder');
    const dataSource = await connect(databaseOptions({ dataDir, databaseUrl: null }, entities));
    await keepAuditOfAnyTime(dataSource);
    await dataSource.destroy();
    await archive(join(dataDir, 'pgdata'), join(making, 'archive.tar'));
    if (!existsSync(template)) renameSync(making, template);
  }
  cpSync(join(template, 'folder'), target, { recursive: true });
  cpSync(join(template, 'archive.tar'), `${target}.tar`);
}

async function archive(folder, target) {
  const database = await PGlite.create(folder);
  const made = await database.dumpDataDir('none');
  await database.close();
  writeFileSync(target, Buffer.from(await made.arrayBuffer()));
}

function digest() {
  const hash = createHash('sha256');
  for (const file of MADE_OF.flatMap(filesOf)) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function filesOf(path) {
  return /\.m?js(on)?$/.test(path) ? [path] : readdirSync(path).map((name) => join(path, name));
}
