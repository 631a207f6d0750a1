import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { FORM, gapsOf, readChangelog } from './changelog.js';
import { git, lines } from './git.js';
import { changedMigrations, missingMigrations, unannouncedStops } from './migrations.js';
import { licenceProblems, sbomProblems } from './packages.js';
import { versionProblems } from './version.js';

const BRANCH = 'main';

/** Something that must hold before a version is released. Paths are below the working directory. */
export interface Check {
  /** One word, as `--only` takes it. */
  readonly name: string;
  /** What holds. */
  readonly holds: string;
  /** What to do where it does not. */
  readonly remedy: string;
  /** Whether it is about the build, which is then made if a source is newer. */
  readonly isOfBuild?: boolean;
  /** @returns what does not hold, a line each */
  readonly problems: (version: string) => readonly string[] | Promise<readonly string[]>;
}

/** In the order in which they are made: what takes longest comes last. */
export const CHECKS: readonly Check[] = [
  {
    name: 'version',
    holds: 'The version comes after every one that was released.',
    remedy: 'Release a later one.',
    problems: versionProblems,
  },
  {
    name: 'branch',
    holds: `The branch is ${BRANCH}.`,
    remedy: `Merge what is to be released, then: git switch ${BRANCH}`,
    problems: () => {
      const branch = git('branch', '--show-current') || 'no branch';
      return branch === BRANCH ? [] : [`it is ${branch}`];
    },
  },
  {
    name: 'clean',
    holds: 'All files are committed.',
    remedy: 'Commit them or put them aside: git stash --include-untracked',
    problems: () => lines(git('status', '--porcelain')),
  },
  {
    name: 'changelog',
    holds: 'The changelog has its form, and its top section says what is new, what breaks and what to do.',
    remedy: 'Write it in CHANGELOG.md (CONTRIBUTING.md, "What a change needs").',
    problems: (version) => {
      const changelog = readChangelog();
      return [
        ...Object.values(FORM).flatMap((rule) => rule(changelog)),
        ...gapsOf(changelog.sections[0], version),
      ];
    },
  },
  {
    name: 'advisories',
    holds: 'No advisory of Hearth concerns the version.',
    remedy:
      'Correct what the advisory describes, or end its range with the version before (advisories/README.md).',
    problems: async (version) => {
      const { compareWithAdvisories } = await import('../../src/cli/osv.js');
      const build = { application: { name: 'hearth', version }, packages: [] };
      const { findings } = await compareWithAdvisories(build, 'advisories');
      return findings.map(({ id, summary }) => `${id}: ${summary}`);
    },
  },
  {
    name: 'released-migrations',
    holds: 'Migrations of released versions are as they were.',
    remedy: 'Take the change back, and make it in a new migration: npm run migration:create',
    problems: changedMigrations,
  },
  {
    name: 'stops',
    holds:
      'Nodes of the version before go on beside every new migration, or the changelog says to stop them.',
    remedy:
      'Begin an entry under "What to do" with "Stop all nodes of", or split the migration (CONTRIBUTING.md, "A migration").',
    problems: unannouncedStops,
  },
  {
    name: 'lock',
    holds: 'package-lock.json has what package.json asks for.',
    remedy: 'Run npm install, and commit package-lock.json.',
    problems: () => said('npm', ['ls', '--package-lock-only', '--all', '--parseable']),
  },
  {
    name: 'generated',
    holds: 'Docs, examples and manifests are as declared, and name one version.',
    remedy: 'Run npm run generate, and commit what changed.',
    problems: async () => {
      const { GENERATED } = await import('../generated-documents.js');
      const made = Object.entries(GENERATED).map(async ([path, make]) => [path, await make()] as const);
      const changed = (await Promise.all(made)).filter(([path, text]) => text !== readFileSync(path, 'utf8'));
      return changed.map(([path]) => path);
    },
  },
  {
    name: 'packages',
    holds: 'The SBOM of the build has each package that runs in production.',
    remedy: 'Run npm ci && npm run build',
    isOfBuild: true,
    problems: sbomProblems,
  },
  {
    name: 'licences',
    holds: 'The licence of each of them is known and allowed.',
    remedy:
      'Look at the licence: take another package, or list it with what it asks for (scripts/release/packages.ts).',
    isOfBuild: true,
    problems: licenceProblems,
  },
  {
    name: 'migrations',
    holds: 'Migrations bring a database to what the entities say.',
    remedy: 'Write the missing one: npm run migration:generate',
    problems: missingMigrations,
  },
  {
    name: 'client',
    holds:
      'The client library packs, installs and compiles elsewhere, and makes a call to the server of this build.',
    remedy: 'Correct client/, then: npm test -- test/libraries/client-package.spec.ts',
    isOfBuild: true,
    problems: async () => {
      const { clientProblems } = await import('./client-problems.js');
      return clientProblems();
    },
  },
];

/** What a program that only succeeds or complains says. */
function said(command: string, args: readonly string[]): string[] {
  try {
    execFileSync(command, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      maxBuffer: 1 << 28,
    });
    return [];
  } catch (cause) {
    return lines((cause as { stderr: string }).stderr);
  }
}
