// The statements that the entities of the working directory ask for, and that its migrations don't make, a line each.
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

type Sources = typeof import('../../src/entities.js') &
  typeof import('../../src/platform/database/connect.js') &
  typeof import('../../src/platform/database/database-options.js');

const paths = ['entities', 'platform/database/connect', 'platform/database/database-options'];
const imported = paths.map(
  (path) => import(pathToFileURL(resolve('src', `${path}.ts`)).href) as Promise<object>,
);
const { entities, connect, databaseOptions } = Object.assign({}, ...(await Promise.all(imported))) as Sources;
const dataDir = mkdtempSync(join(tmpdir(), 'hearth-release-'));
try {
  const dataSource = await connect(databaseOptions({ dataDir, databaseUrl: null }, entities));
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  await dataSource.destroy();
  for (const { query } of upQueries) process.stdout.write(`${query.replace(/\s+/g, ' ')}\n`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
