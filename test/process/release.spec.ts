import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CHECKS } from '../../scripts/release/checks.js';
import { CODE } from '../../scripts/generated.mjs';
import { LISTS } from '../../scripts/lists.mjs';
import { VERSION_PLACES } from '../../scripts/version-places.js';
import { runProcess } from '../support/command-line.js';
import { repositoryIn } from '../support/release-copy.js';

const STATED = statedIn('.');
const IS_IN_PROGRESS = STATED.endsWith('-dev');
const VERSION = STATED.replace('-dev', '');
const PLACES = Object.keys(VERSION_PLACES);

async function release(folder: string, ...args: string[]) {
  const script = ['--import', '@swc-node/register/esm-register', 'scripts/release.ts', ...args];
  const { PATH, HOME } = process.env;
  return runProcess(process.execPath, script, '', { PATH, HOME }, folder);
}

/** This tree as the first commit of a repository, with its packages and its build. */
describe('npm run release, in a copy of this project', () => {
  let copy: string;
  let git: (...args: string[]) => string;

  beforeAll(() => {
    mkdirSync('tmp', { recursive: true });
    copy = resolve(mkdtempSync('tmp/release-'));
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      encoding: 'utf8',
    });
    for (const name of [
      ...listed.split('\0').filter(existsSync),
      ...CODE,
      ...Object.keys(LISTS),
      'dist',
      'client/dist',
    ]) {
      mkdirSync(dirname(join(copy, name)), { recursive: true });
      cpSync(name, join(copy, name), { recursive: true, preserveTimestamps: true }); // what is newer than the build would be built anew
    }
    execFileSync('cp', ['-al', 'node_modules', copy]); // npm finds nothing behind a link to the folder
    git = repositoryIn(copy);
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('makes every check, writes version and date, says what a person does, and commits nothing', async () => {
    const { code, out } = await release(copy, VERSION);
    expect([code, out]).toEqual([0, expect.stringContaining('All checks hold.')]);
    expect([...out.matchAll(/^ok\t(\S+)/gm)].map(([, name]) => name)).toEqual(CHECKS.map(({ name }) => name));
    expect(out).toContain('Migrations of released versions are as they were. (compared with v0.0.1)');
    expect(out).toContain(`What a person does for ${VERSION}:`);
    const names = git('diff', '--name-only').split('\n').filter(Boolean);
    expect(names).toEqual(IS_IN_PROGRESS ? [...PLACES, 'CHANGELOG.md', 'package.json'].sort() : []);
    expect(statedIn(copy)).toBe(VERSION);
    expect(readFileSync(join(copy, 'CHANGELOG.md'), 'utf8')).toMatch(
      new RegExp(`^## ${VERSION} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm'),
    );
    expect([git('log', '--format=%s'), git('tag')]).toEqual(['all of it', 'v0.0.1']);
  });
});

describe('npm run release', () => {
  it('says what a person does, and changes nothing, with --dry-run', async () => {
    const before = readFileSync('CHANGELOG.md', 'utf8');
    const { code, out } = await release('.', VERSION, '--dry-run', '--only', 'changelog');
    expect([code, out]).toEqual([0, expect.stringContaining('All checks hold.')]);
    expect(out).toContain(`What a person does for ${VERSION}:`);
    expect(out).toMatch(/how long the version is supported: until \d+ \w+ \d{4} at least\./);
    expect(out).toContain(`git tag --sign v${VERSION}`);
    expect(out).toContain('npm publish --workspace client --provenance');
    expect([statedIn('.'), readFileSync('CHANGELOG.md', 'utf8')]).toEqual([STATED, before]);
  });

  it('names what does not hold, and what to do, and ends with 1', async () => {
    const { code, out } = await release('.', '0.0.1', '--only', 'version', '--only', 'advisories');
    const { remedy } = CHECKS.find(({ name }) => name === 'version') as { remedy: string };
    expect(out).toMatch(
      new RegExp(`^\t  0.0.1 is before ${STATED}, which package.json has\n\t→ ${remedy}$`, 'm'),
    );
    expect([code, out]).toEqual([1, expect.stringMatching(/\d of 2 checks failed. Nothing was changed./)]);
  });

  it.each([
    [['0.3'], 'Give it one version, such as 0.3.0, not "0.3".'],
    [['0.3.0', '--only', 'all'], 'There is no check all.'],
    [['0.3.0', '--push'], "Unknown option '--push'"],
  ])('refuses %j with its usage', async (args, message) => {
    const { code, out, err } = await release('.', ...args);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)]);
    expect(err).toContain('Usage: npm run release -- VERSION [options]');
  });

  it('--help names each check', async () => {
    const { code, out } = await release('.', '--help');
    expect(code).toBe(0);
    for (const { name, holds } of CHECKS)
      expect(out).toMatch(new RegExp(`^  ${name} +${holds.replaceAll('.', '\\.')}$`, 'm'));
  });
});

function statedIn(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}
