import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationFiles, MIGRATIONS } from '../lists.mjs';
import { entriesOf, readChangelog } from './changelog.js';
import { git, lines, newestTag } from './git.js';

const EXEMPT = 'test/upgrade/exempt.json';
const STOP = /^Stop all nodes\b/;

/** Migrations that a version had and that are no longer what they were. Merged ones may go: the first then has the name of the last of them. */
export function changedMigrations(folder: string): string[] {
  const tag = newestTag(folder);
  if (tag === null) return [];
  const before = migrationsAt(folder, tag);
  const now = migrationFiles(folder);
  const isMerged = now.length > 0 && !before.includes(now[0]);
  const mergedUntil = isMerged ? Number.parseInt(now[0]) : 0;
  const changed = git(
    folder,
    'diff',
    '--no-renames',
    '--diff-filter=MD',
    '--name-only',
    tag,
    '--',
    MIGRATIONS,
  );
  return lines(changed)
    .map((path) => basename(path))
    .filter((file) => before.includes(file) && Number.parseInt(file) > mergedUntil)
    .map((file) => `${file} is in ${tag}, and another one here`);
}

/** Migrations since the last version that its nodes can't work with, where the changelog does not say to stop them. */
export function unannouncedStops(folder: string): string[] {
  const tag = newestTag(folder);
  const before = tag === null ? [] : migrationsAt(folder, tag);
  const { migrations: exempt } = JSON.parse(readFileSync(join(folder, EXEMPT), 'utf8')) as {
    migrations: string[];
  };
  const stops = exempt.filter((name) => {
    const [number] = /\d{13}$/.exec(name) ?? [];
    const isOfIt = (file: string) => file.startsWith(`${number}-`);
    return migrationFiles(folder).some(isOfIt) && !before.some(isOfIt);
  });
  const [top] = readChangelog(folder).sections;
  if (entriesOf(top, 'What to do').some((entry) => STOP.test(entry))) return [];
  return stops.map((name) => `${name} needs the nodes to stop, and the changelog does not say so`);
}

/** What the entities have and a database of all migrations lacks, a statement each. Takes some seconds. */
export function missingMigrations(folder: string): string[] {
  return lines(runScript(folder, new URL('missing-statements.ts', import.meta.url)));
}

/** Which release the migrations are compared with, a clause. */
export function comparedWith(folder: string): string {
  const tag = newestTag(folder);
  return tag === null ? 'compared with nothing: no tag of a version leads here' : `compared with ${tag}`;
}

function migrationsAt(folder: string, commit: string): string[] {
  return lines(git(folder, 'ls-tree', '--name-only', commit, `${MIGRATIONS}/`))
    .map((path) => basename(path))
    .filter((file) => /^\d{13}-/.test(file));
}

/** Runs a script of this tree in a folder, whose own sources it loads. @returns what it prints */
function runScript(folder: string, script: URL): string {
  const loader = ['--disable-warning=DeprecationWarning', '--import', '@swc-node/register/esm-register'];
  return execFileSync(process.execPath, [...loader, fileURLToPath(script)], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
