import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Check } from '../../scripts/release/checks.js';

/** Makes a folder a repository: all of it is the first commit, of branch main, and tagged v0.0.1. @returns git, in that folder */
export function repositoryIn(folder: string): (...args: string[]) => string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'A');
  git('config', 'user.email', 'a@example');
  git('config', 'commit.gpgSign', 'false');
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'all of it');
  git('tag', 'v0.0.1');
  return git;
}

/** A folder that has what one check of a release reads, and nothing else of this project. */
export class ReleaseCopy {
  readonly folder: string;
  /** Only where the check reads `.git`. */
  readonly git: (...args: string[]) => string;

  constructor({ reads }: Check) {
    mkdirSync('tmp', { recursive: true }); // below the project, whose packages its sources find
    this.folder = resolve(mkdtempSync('tmp/release-check-'));
    for (const name of reads.filter((path) => path !== '.git')) this.copy(name);
    this.git = reads.includes('.git')
      ? repositoryIn(this.folder)
      : () => {
          throw new Error('the check reads no repository');
        };
  }

  /** @throws Error where it already was so */
  change(name: string, from: string | RegExp, to: string): void {
    const before = readFileSync(this.path(name), 'utf8');
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${name} has no ${String(from)}`);
    this.write(name, after);
  }

  write(name: string, text: string): void {
    writeFileSync(this.path(name), text);
  }

  /** @throws Error where there is none */
  remove(name: string): void {
    rmSync(this.path(name));
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private path(name: string): string {
    return join(this.folder, name);
  }

  private copy(name: string): void {
    if (!existsSync(name)) throw new Error(`a check reads ${name}, which does not exist`);
    mkdirSync(dirname(this.path(name)), { recursive: true });
    if (name === 'node_modules') execFileSync('cp', ['-al', name, this.path(name)]);
    else cpSync(name, this.path(name), { recursive: true, preserveTimestamps: true });
  }
}
