import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../lists.mjs';
import { changelogProblems } from './changelog.js';
import { git, lines } from './git.js';
import { changedMigrations, comparedWith, missingMigrations, unannouncedStops } from './migrations.js';
import { licenceProblems, sbomProblems } from './packages.js';
import { versionProblems } from './version.js';

const BRANCH = 'main';
const SBOM_AND_PACKAGES = [
  'client/package.json',
  'package.json',
  'package-lock.json',
  '.npmrc',
  'node_modules',
  'dist/sbom.cdx.json',
];
const PACKED = ['package.json', 'client'];

/** Something that must hold before a version is released. */
export interface Check {
  /** One word, as `--only` takes it. */
  readonly name: string;
  /** What holds. */
  readonly holds: string;
  /** What to do where it does not. */
  readonly remedy: string;
  /** All that it looks at, below the folder: a folder that has nothing else can be checked. */
  readonly reads: readonly string[];
  /** Whether it is about the build, which is then made if a source is newer. */
  readonly isOfBuild?: boolean;
  /** What it was compared with, where that is not always the same. */
  readonly note?: (folder: string) => string;
  /** @param folder a checkout with its packages and its build @returns what does not hold, a line each */
  readonly problems: (folder: string, version: string) => readonly string[] | Promise<readonly string[]>;
}

/** In the order in which they are made: what takes longest comes last. */
export const CHECKS: readonly Check[] = [
  {
    name: 'version',
    holds: 'The version comes after every one that was released.',
    remedy: 'Release a later one.',
    reads: ['.git', 'package.json', 'CHANGELOG.md'],
    problems: versionProblems,
  },
  {
    name: 'branch',
    holds: `The branch is ${BRANCH}.`,
    remedy: `Merge what is to be released, then: git switch ${BRANCH}`,
    reads: ['.git'],
    problems: (folder) => {
      const branch = git(folder, 'branch', '--show-current') || 'no branch';
      return branch === BRANCH ? [] : [`it is ${branch}`];
    },
  },
  {
    name: 'clean',
    holds: 'All files are committed.',
    remedy: 'Commit them or put them aside: git stash --include-untracked',
    reads: ['.git'],
    problems: (folder) => lines(git(folder, 'status', '--porcelain')),
  },
  {
    name: 'changelog',
    holds: 'The changelog has its form, and its top section says what is new, what breaks and what to do.',
    remedy: 'Write it in CHANGELOG.md (CONTRIBUTING.md, "What a change needs").',
    reads: ['CHANGELOG.md'],
    problems: changelogProblems,
  },
  {
    name: 'advisories',
    holds: 'No advisory of Hearth concerns the version.',
    remedy:
      'Correct what the advisory describes, or end its range with the version before (advisories/README.md).',
    reads: ['advisories'],
    problems: async (folder, version) => {
      const { compareWithAdvisories } = await import('../../src/cli/osv.js');
      const build = { application: { name: 'hearth', version }, packages: [] };
      const { findings } = await compareWithAdvisories(build, join(folder, 'advisories'));
      return findings.map(({ id, summary }) => `${id}: ${summary}`);
    },
  },
  {
    name: 'released-migrations',
    holds: 'Migrations of released versions are as they were.',
    remedy: 'Take the change back, and make it in a new migration: npm run migration:create',
    reads: ['.git', MIGRATIONS],
    note: comparedWith,
    problems: changedMigrations,
  },
  {
    name: 'stops',
    holds:
      'Nodes of the version before go on beside every new migration, or the changelog says to stop them.',
    remedy:
      'Begin an entry under "What to do" with "Stop all nodes of", or split the migration (CONTRIBUTING.md, "A migration").',
    reads: ['.git', MIGRATIONS, 'CHANGELOG.md', 'test/upgrade/exempt.json'],
    note: comparedWith,
    problems: unannouncedStops,
  },
  {
    name: 'lock',
    holds: 'package-lock.json has what package.json asks for.',
    remedy: 'Run npm install, and commit package-lock.json.',
    reads: ['package.json', 'package-lock.json', '.npmrc', 'client/package.json'],
    problems: (folder) =>
      said(folder, 'npm', ['ls', '--package-lock-only', '--all', '--parseable', '--loglevel=error']),
  },
  {
    name: 'generated',
    holds: 'Docs, examples and manifests are as declared, and name one version.',
    remedy: 'Run npm run generate, and commit what changed.',
    reads: ['.env.example', 'client/package.json', 'deploy', 'docs', 'package-lock.json'],
    problems: async (folder) => {
      const { GENERATED } = await import('../generated-documents.js');
      const made = Object.entries(GENERATED).map(async ([path, make]) => [path, await make()] as const);
      const isOther = ([path, text]: readonly [string, string]) =>
        text !== readFileSync(join(folder, path), 'utf8');
      return (await Promise.all(made)).filter(isOther).map(([path]) => path);
    },
  },
  {
    name: 'packages',
    holds: 'The SBOM of the build has each package that runs in production.',
    remedy: 'Run npm ci && npm run build',
    isOfBuild: true,
    reads: SBOM_AND_PACKAGES,
    problems: sbomProblems,
  },
  {
    name: 'licences',
    holds: 'The licence of each of them is known and allowed.',
    remedy:
      'Look at the licence: take another package, or list it with what it asks for (scripts/release/packages.ts).',
    isOfBuild: true,
    reads: ['dist/sbom.cdx.json'],
    problems: licenceProblems,
  },
  {
    name: 'migrations',
    holds: 'Migrations bring a database to what the entities say.',
    remedy: 'Write the missing one: npm run migration:generate',
    reads: ['src', 'tsconfig.json'],
    problems: missingMigrations,
  },
  {
    name: 'client-files',
    holds:
      'The package of the client library has types, README and licence, and nothing that it does not need.',
    remedy: 'Correct client/package.json, or what it names.',
    isOfBuild: true,
    reads: PACKED,
    problems: async (folder) => (await import('./client-problems.js')).clientFileProblems(folder),
  },
  {
    name: 'client-types',
    holds: 'Installed elsewhere, the client library compiles as its README says.',
    remedy: 'Correct client/src or client/README.md, then: npm test -- test/libraries/client-package.spec.ts',
    isOfBuild: true,
    reads: PACKED,
    problems: async (folder) => (await import('./client-problems.js')).clientTypeProblems(folder),
  },
  {
    name: 'client-calls',
    holds: 'Installed elsewhere, the client library signs in and calls the server of this build.',
    remedy: 'Correct client/src, then: npm test -- test/libraries/client-package.spec.ts',
    isOfBuild: true,
    reads: [...PACKED, 'dist'],
    problems: async (folder) => (await import('./client-problems.js')).clientCallProblems(folder),
  },
];

/** What a program that only succeeds or complains says. */
function said(cwd: string, command: string, args: readonly string[]): string[] {
  try {
    execFileSync(command, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      maxBuffer: 1 << 28,
    });
    return [];
  } catch (cause) {
    const { message, stderr } = cause as Error & { readonly stderr: string };
    return lines(stderr || message); // it may be killed before it says anything
  }
}
