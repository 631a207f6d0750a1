import { execFileSync } from 'node:child_process';

/** What git prints, without the end of its last line. @throws Error with what it said */
export function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd();
}

/** The versions that have a tag. */
export function taggedVersions(): string[] {
  return lines(git('tag', '--list', 'v*.*.*')).map((tag) => tag.slice(1));
}

/** The newest tag of a release that leads here, such as `v0.2.0`; null: there is none. */
export function newestTag(): string | null {
  const tags = lines(git('tag', '--list', 'v*.*.*', '--merged', 'HEAD', '--sort=-version:refname'));
  return tags[0] ?? null;
}

export const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
