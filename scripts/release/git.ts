import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';

/** What git prints of a folder, without the end of its last line. @throws Error with what it said */
export function git(folder: string, ...args: string[]): string {
  const options: ExecFileSyncOptionsWithStringEncoding = {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  return execFileSync('git', args, options).trimEnd();
}

/** The versions that have a tag. */
export function taggedVersions(folder: string): string[] {
  return lines(git(folder, 'tag', '--list', 'v*.*.*')).map((tag) => tag.slice(1));
}

/** The newest tag of a release that leads here, such as `v0.2.0`; null: there is none. */
export function newestTag(folder: string): string | null {
  const wanted = ['--list', 'v*.*.*', '--merged', 'HEAD', '--sort=-version:refname'];
  return lines(git(folder, 'tag', ...wanted)).at(0) ?? null;
}

export const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
