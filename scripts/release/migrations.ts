import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { migrationFiles, MIGRATIONS } from '../lists.mjs';
import { entriesOf, readChangelog } from './changelog.js';
import { git, lines, newestTag } from './git.js';

const EXEMPT = 'test/upgrade/exempt.json';
const STOP = /^Stop all nodes\b/;

/** Migrations that a version had and that are no longer what they were. Merged ones may go: the first then has the name of the last of them. */
export function changedMigrations(): string[] {
  const tag = newestTag();
  if (tag === null) return [];
  const before = migrationsAt(tag);
  const now = migrationFiles();
  const isMerged = now.length > 0 && !before.includes(now[0]);
  const mergedUntil = isMerged ? Number.parseInt(now[0]) : 0;
  const changed = lines(
    git('diff', '--no-renames', '--diff-filter=MD', '--name-only', tag, '--', MIGRATIONS),
  );
  return changed
    .map((path) => basename(path))
    .filter((file) => before.includes(file) && Number.parseInt(file) > mergedUntil)
    .map((file) => `${file} is in ${tag}, and another one here`);
}

/** Migrations since the last version that its nodes can't work with, where the changelog does not say to stop them. */
export function unannouncedStops(): string[] {
  const tag = newestTag();
  const before = tag === null ? [] : migrationsAt(tag);
  const { migrations: exempt } = JSON.parse(readFileSync(EXEMPT, 'utf8')) as { migrations: string[] };
  const stops = exempt.filter((name) => {
    const [number] = /\d{13}$/.exec(name) ?? [];
    const isOfIt = (file: string) => file.startsWith(`${number}-`);
    return migrationFiles().some(isOfIt) && !before.some(isOfIt);
  });
  const [top] = readChangelog().sections;
  if (entriesOf(top, 'What to do').some((entry) => STOP.test(entry))) return [];
  return stops.map((name) => `${name} needs the nodes to stop, and the changelog does not say so`);
}

/** What the entities have and a database of all migrations lacks, a statement each. Takes some seconds. */
export async function missingMigrations(): Promise<string[]> {
  await import('reflect-metadata');
  const [{ entities }, { connect }, { databaseOptions }] = await Promise.all([
    import('../../src/entities.js'),
    import('../../src/platform/database/connect.js'),
    import('../../src/platform/database/database-options.js'),
  ]);
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth-release-'));
  try {
    const dataSource = await connect(databaseOptions({ dataDir, databaseUrl: null }, entities));
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    await dataSource.destroy();
    return upQueries.map(({ query }) => query);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function migrationsAt(commit: string): string[] {
  return lines(git('ls-tree', '--name-only', commit, `${MIGRATIONS}/`))
    .map((path) => basename(path))
    .filter((file) => /^\d{13}-/.test(file));
}
