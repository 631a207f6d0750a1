import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const EXEMPT = 'test/upgrade/exempt.json';
const MIGRATIONS = 'src/platform/database/migrations/[0-9]*.ts';

/** Names of the migrations that no node of the previous version can work with. */
export function exemptMigrations(): string[] {
  return (JSON.parse(readFileSync(join(ROOT, EXEMPT), 'utf8')) as { migrations: string[] }).migrations;
}

/** The commit from which on nodes are replaced one after the other: the newest release, or the last exemption if that is later. */
export function commitBefore(): string {
  const exemption = git('log', '-1', '--format=%H', '--', EXEMPT);
  if (!exemption) throw new Error(`${EXEMPT} is not committed yet: commit it first`);
  const release = git('describe', '--tags', '--abbrev=0', '--match', 'v*');
  if (release === null) return exemption;
  const isLater = git('merge-base', '--is-ancestor', exemption, release) !== null;
  return isLater ? (git('rev-parse', `${release}^{commit}`) as string) : exemption;
}

/** The names of a commit's migrations. */
export function migrationsOf(commit: string): string[] {
  const classes = git('grep', '-hE', '^export class \\w+[0-9]{13} ', commit, '--', MIGRATIONS) ?? '';
  return [...classes.matchAll(/^export class (\w+)/gm)].map(([, name]) => name);
}

/** Builds a commit in a new folder, with its own packages. @returns the path of its main.js */
export function build(commit: string, folder: string): string {
  mkdirSync(folder);
  const archive = join(folder, 'sources.tar');
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: ROOT });
  execFileSync('tar', ['-xf', archive], { cwd: folder });
  const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8');
  if (lock(folder) === lock(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else run('ci', '--no-audit', '--no-fund', '--loglevel=error');
  run('run', '--silent', 'build');
  const main = join(folder, 'dist/main.js');
  if (!existsSync(main)) throw new Error(`${commit} has no ${main} after its build`);
  return main;

  function run(...args: string[]): void {
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

/** @returns null when git says no */
function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}
