import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CHECKS } from '../../scripts/release/checks.js';
import { CODE } from '../../scripts/generated.mjs';
import { LISTS, MIGRATIONS } from '../../scripts/lists.mjs';
import { VERSION_PLACES } from '../../scripts/version-places.js';
import { runProcess } from '../support/command-line.js';

const STATED = statedIn('.');
const IS_IN_PROGRESS = STATED.endsWith('-dev');
const VERSION = STATED.replace('-dev', '');
const PLACES = Object.keys(VERSION_PLACES);
const MIGRATION = readdirSync(MIGRATIONS)
  .filter((name) => /^\d/.test(name))
  .sort()
  .at(-1) as string;
/** What is newer than the build would be built anew. */
const KEPT = { recursive: true, preserveTimestamps: true };
const ENTITY = 'src/identity/families/family.entity.ts';

/** This tree as the first commit of a repository, with its packages and its build. */
describe('npm run release, in a copy of this project', () => {
  let copy: string;
  const changed: string[] = [];
  const path = (name: string) => join(copy, name);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: copy, encoding: 'utf8' }).trim();
  const change = (name: string, from: string | RegExp, to: string) => {
    const text = readFileSync(path(name), 'utf8');
    changed.push(name);
    writeFileSync(path(name), text.replace(from, to));
    expect(readFileSync(path(name), 'utf8')).not.toBe(text);
  };
  const release = async (...args: string[]) => {
    const script = ['--import', '@swc-node/register/esm-register', 'scripts/release.ts', ...args];
    const { PATH, HOME } = process.env;
    return runProcess(process.execPath, script, '', { PATH, HOME }, copy);
  };

  beforeAll(() => {
    mkdirSync('tmp', { recursive: true });
    copy = resolve(mkdtempSync('tmp/release-'));
    git('init', '--quiet', '--initial-branch', 'main');
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
      mkdirSync(dirname(path(name)), { recursive: true });
      cpSync(name, path(name), KEPT);
    }
    execFileSync('cp', ['-al', 'node_modules', copy]); // npm finds nothing behind a link to the folder
    for (const [name, value] of [
      ['name', 'A'],
      ['email', 'a@example'],
      ['commit.gpgSign', 'false'],
    ])
      git('config', name.includes('.') ? name : `user.${name}`, value);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'all of it');
    git('tag', 'v0.0.1');
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));
  afterEach(() => {
    for (const name of changed.splice(0)) cpSync(name, path(name), KEPT);
    git('reset', '--quiet'); // so that it sees what is as before, and writes nothing anew
    git('switch', '--quiet', '--force', '--force-create', 'main', 'v0.0.1');
    git('clean', '--quiet', '--force', '-d');
    if (git('tag').includes(`v${VERSION}`)) git('tag', '--delete', `v${VERSION}`);
  });

  /** What each check finds, once something is changed. */
  const BROKEN: Readonly<Record<string, readonly [change: () => void, found: string | RegExp]>> = {
    version: [() => git('tag', `v${VERSION}`), `${VERSION} is not after ${VERSION}, which was released`],
    branch: [() => git('switch', '--quiet', '--create', 'aside'), 'it is aside'],
    clean: [() => writeFileSync(path('new.txt'), ''), '?? new.txt'],
    changelog: [
      () => change('CHANGELOG.md', /^## .*$/m, '## Unreleased (99.0.0-dev)'),
      'the top section is "Unreleased (99.0.0-dev)"',
    ],
    advisories: [
      () =>
        change('advisories/HEARTH-2026-0001.json', '"last_affected": "0.2.0"', '"last_affected": "99.0.0"'),
      'HEARTH-2026-0001: Any signed-in user',
    ],
    'released-migrations': [
      () => change(`${MIGRATIONS}/${MIGRATION}`, /$/, '// changed\n'),
      `${MIGRATION} is in v0.0.1, and another one here`,
    ],
    stops: [
      () => {
        change('test/upgrade/exempt.json', '"migrations": [', '"migrations": ["Stopping9999999999999", ');
        writeFileSync(path(`${MIGRATIONS}/9999999999999-stopping.ts`), '');
        change('CHANGELOG.md', /^(- Stop all nodes.*\n)?/m, '\n');
      },
      'Stopping9999999999999 needs the nodes to stop, and the changelog does not say so',
    ],
    lock: [() => change('package.json', '"express": "^5', '"express": "^4'), /express/],
    generated: [
      () => change('deploy/kubernetes/migrate.yaml', `hearth:${VERSION}`, 'hearth:0.0.9'),
      'deploy/kubernetes/migrate.yaml',
    ],
    packages: [
      () => change('dist/sbom.cdx.json', /"bom-ref": "pg@/, '"bom-ref": "other@'),
      /pg@\S+ runs and is not in it/,
    ],
    licences: [
      () => change('dist/sbom.cdx.json', '"id": "ISC"', '"id": "AGPL-3.0-only"'),
      'has the licence AGPL-3.0-only',
    ],
    migrations: [
      () => change(ENTITY, "name: 'premium_type', default: 0", "name: 'premium_type', default: 1"),
      /ALTER COLUMN "premium_type" SET DEFAULT/,
    ],
    client: [() => rmSync(path('client/LICENSE')), 'LICENSE is not in the package'],
  };

  it.each(CHECKS)('fails where this does not hold: $holds ($name)', async ({ name, remedy }) => {
    const [breakIt, found] = BROKEN[name];
    breakIt();
    const { code, out } = await release(VERSION, '--only', name);
    expect(out).toMatch(found);
    expect(out).toContain(remedy);
    expect([code, out]).toEqual([1, expect.stringContaining('1 of 1 checks failed. Nothing was changed.')]);
  });

  it('says what a person does, and changes nothing, with --dry-run', async () => {
    const { code, out } = await release(VERSION, '--dry-run', '--only', 'version', '--only', 'clean');
    expect([code, out]).toEqual([0, expect.stringContaining('All checks hold.')]);
    expect(out).toContain(`What a person does for ${VERSION}:`);
    expect(out).toMatch(/how long the version is supported: until \d+ \w+ \d{4} at least\./);
    expect(out).toContain(`git tag --sign v${VERSION}`);
    expect(out).toContain('npm publish --workspace client --provenance');
    expect(git('status', '--porcelain')).toBe('');
  });

  it('writes version and date where all checks hold, and commits nothing', async () => {
    const { code, out } = await release(VERSION);
    expect([code, out]).toEqual([0, expect.stringContaining('All checks hold.')]);
    expect(out.match(/^ok\t/gm)).toHaveLength(CHECKS.length);
    const names = git('diff', '--name-only').split('\n').filter(Boolean);
    expect(names).toEqual(IS_IN_PROGRESS ? [...PLACES, 'CHANGELOG.md', 'package.json'].sort() : []);
    expect(statedIn(copy)).toBe(VERSION);
    expect(readFileSync(path('CHANGELOG.md'), 'utf8')).toMatch(
      new RegExp(`^## ${VERSION} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm'),
    );
    expect([git('log', '--format=%s'), git('tag')]).toEqual(['all of it', 'v0.0.1']);
    changed.push(...names);
  });

  it.each([
    [['0.3'], 'Give it one version, such as 0.3.0, not "0.3".'],
    [['0.3.0', '--only', 'all'], 'There is no check all.'],
    [['0.3.0', '--push'], "Unknown option '--push'"],
  ])('refuses %j with its usage', async (args, message) => {
    const { code, out, err } = await release(...args);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)]);
    expect(err).toContain('Usage: npm run release -- VERSION [options]');
  });

  it('--help names each check', async () => {
    const { code, out } = await release('--help');
    expect(code).toBe(0);
    for (const { name, holds } of CHECKS)
      expect(out).toMatch(new RegExp(`^  ${name} +${holds.replaceAll('.', '\\.')}$`, 'm'));
  });
});

function statedIn(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}
