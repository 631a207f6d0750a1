import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { readChangelog, released } from './changelog.js';
import { taggedVersions } from './git.js';

const PACKAGE = 'package.json';
const CHANGELOG = 'CHANGELOG.md';

export function packageVersion(folder = '.'): string {
  return (JSON.parse(readFileSync(join(folder, PACKAGE), 'utf8')) as { version: string }).version;
}

/** Why a version can't be the next one, a sentence each. */
export function versionProblems(folder: string, version: string): string[] {
  const stated = packageVersion(folder);
  const [, ...older] = readChangelog(folder).sections;
  const known = [...taggedVersions(folder), ...older.flatMap((section) => section.version ?? [])];
  const newest = semver.rsort(known).at(0);
  return [
    ...(newest && !semver.gt(version, newest)
      ? [`${version} is not after ${newest}, which was released`]
      : []),
    ...(semver.lt(version, stated) ? [`${version} is before ${stated}, which ${PACKAGE} has`] : []),
  ];
}

/** Gives package.json and the changelog the version; `npm run generate` then writes it everywhere else. */
export function writeVersion(version: string, date: string): void {
  const text = readFileSync(PACKAGE, 'utf8');
  writeFileSync(PACKAGE, text.replace(`"version": "${packageVersion()}"`, `"version": "${version}"`));
  writeFileSync(CHANGELOG, released(readFileSync(CHANGELOG, 'utf8'), version, date));
}
