import { ALSO_ON_POSTGRES } from './postgres/stories.mjs';

const STORIES = ['stories/**/*.spec.ts', 'conformance/**/*.spec.ts', '*.spec.ts'].map(below);
const FAULTS = ['faults/*.spec.ts', 'fuzz/*.spec.ts'].map(below);
const FAULTS_ON_POSTGRES = ['faults/postgres/*.spec.ts', 'faults/mail-server-trouble.spec.ts'].map(below);
const NIGHTLY = ['nightly/*.spec.ts', 'fuzz/seeded-run.spec.ts'].map(below);
const OUTSIDE = ['process', 'deploy', 'libraries', 'migrations'].map((folder) =>
  below(`${folder}/*.spec.ts`),
);

/**
 * The projects of the runners, by the folders of their files. A file belongs to one project; `onPostgres` lists
 * what a project runs if TEST_DATABASE_URL names a PostgreSQL: files that need one, and files that may differ
 * there. `setUp` is a file of test/runner/set-up.
 *
 * @type {Record<string, { runner: 'jest' | 'playwright', setUp?: string, files: string[], onPostgres?: string[]
 * }>}
 */
export const PROJECTS = {
  unit: { runner: 'jest', files: ['src/**/*.spec.ts', 'client/src/**/*.spec.ts', 'bench/**/*.spec.ts'] },
  stories: { runner: 'jest', setUp: 'servers', files: STORIES, onPostgres: STORIES },
  cli: { runner: 'jest', setUp: 'servers', files: [below('cli/*.spec.ts')] },
  walks: { runner: 'playwright', files: [below('walks/*.spec.ts')] },
  browser: { runner: 'playwright', files: [below('browser/*.spec.ts')] },
  looks: { runner: 'playwright', files: [below('looks/*.spec.ts')] },
  outside: { runner: 'jest', setUp: 'programs', files: OUTSIDE },
  faults: { runner: 'jest', setUp: 'programs', files: FAULTS, onPostgres: FAULTS_ON_POSTGRES },
  nightly: { runner: 'jest', setUp: 'programs', files: [], onPostgres: NIGHTLY },
  postgres: {
    runner: 'jest',
    setUp: 'servers',
    files: [],
    onPostgres: ['postgres/*.spec.ts', ...ALSO_ON_POSTGRES].map(below),
  },
};

/**
 * The npm scripts that run tests. `postgres`: .ci/with-postgres starts one for the lane, unless one is running.
 *
 * @type {Record<string, { projects: string[], postgres?: boolean }>}
 */
export const LANES = {
  test: { projects: ['unit', 'stories', 'cli', 'postgres', 'walks'] },
  'test:unit': { projects: ['unit'] },
  'test:walks': { projects: ['walks'] },
  'test:browser': { projects: ['browser'] },
  'test:looks': { projects: ['looks'] },
  'test:outside': { projects: ['outside'] },
  'test:faults': { projects: ['faults'] },
  'test:postgres': { projects: ['postgres'], postgres: true },
  'test:faults:postgres': { projects: ['faults'], postgres: true },
  'test:nightly': { projects: ['nightly'], postgres: true },
};

/** The files that a project runs here. */
export function filesOf({ files, onPostgres = [] }, hasPostgres) {
  return hasPostgres ? onPostgres : files;
}

function below(path) {
  return `test/${path}`;
}
