import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { ALSO_ON_POSTGRES } from './test/postgres/stories.mjs';
import { SWC } from './test/runner/swc-options.mjs';

const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

/** Jest in ES-module mode; swc compiles TypeScript with Nest's decorator metadata. */
const SHARED = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/(?!.*\\.worker).*)\\.js$': '$1' },
};

const LARGE = '(@nestjs|libphonenumber-js|typeorm)';

/** Beside what it tests, with modules of its own, so that it may stop their clock; large packages are loaded once. */
const unit = {
  ...SHARED,
  displayName: 'unit',
  roots: ['<rootDir>/src', '<rootDir>/client/src'],
  testMatch: ['**/*.spec.ts'],
  testEnvironment: '<rootDir>/test/runner/environment.mjs',
  transform: {
    [`/node_modules/${LARGE}/`]: '<rootDir>/test/runner/source-proxy.mjs',
    '\\.tsx?$': ['@swc/jest', SWC],
  },
  transformIgnorePatterns: [`/node_modules/(?!${LARGE}/)`],
};

/** Whole servers: what a test imports from `src`, and Nest, is loaded once per worker (test/runner). */
function servers(displayName, setUp, folders, more = {}) {
  return {
    ...SHARED,
    displayName,
    roots: ['<rootDir>/test'],
    testMatch: folders.map((folder) => `<rootDir>/test/${folder}`),
    testEnvironment: '<rootDir>/test/runner/environment.mjs',
    globalSetup: `<rootDir>/test/runner/set-up/${setUp}.mjs`,
    globalTeardown: '<rootDir>/test/runner/set-up/tear-down.mjs',
    transform: {
      '/src/.+\\.tsx?$|/node_modules/@nestjs/': '<rootDir>/test/runner/source-proxy.mjs',
      '\\.tsx?$': ['@swc/jest', SWC],
    },
    transformIgnorePatterns: ['/node_modules/(?!@nestjs/)'],
    ...more,
  };
}

const STORIES = ['stories/**/*.spec.ts', 'conformance/**/*.spec.ts', '*.spec.ts'];
const PROGRAMS = ['process', 'cli', 'deploy', 'libraries'].map((folder) => `${folder}/*.spec.ts`);

/** Each story once, on the embedded database. */
const everything = [
  unit,
  servers('stories', 'servers', STORIES),
  servers('programs', 'programs', PROGRAMS),
];

/** What is killed, cut off, too slow, too much or random: minutes of load, apart from the rest (npm run test:faults). */
const faults = servers('faults', 'programs', ['faults/*.spec.ts', 'fuzz/*.spec.ts']);

/** Debian has it where only root looks. */
const hasPgBouncer = `${process.env.PATH}:/usr/sbin`
  .split(':')
  .some((folder) => existsSync(`${folder}/pgbouncer`));

const FAULTS_THERE = [
  'faults/postgres/!(poolers).spec.ts',
  ...(hasPgBouncer ? ['faults/postgres/poolers.spec.ts'] : []),
  'faults/mail-server-trouble.spec.ts',
  'fuzz/seeded-run.spec.ts',
];

/** With a PostgreSQL (.ci/with-postgres npm test): what needs one, and what may differ there. */
const again = [
  servers('postgres', 'servers', ['postgres/*.spec.ts', ...ALSO_ON_POSTGRES]),
  servers('faults', 'programs', FAULTS_THERE),
  servers('stories', 'servers', STORIES, {
    testPathIgnorePatterns: ALSO_ON_POSTGRES.map((path) => `/test/${path}$`),
  }),
];

const areAsked = process.argv.some(
  (argument) => argument === 'faults' || /\bfaults?\/|\bfuzz\//.test(argument),
);

/** Its files are named: they are few, and run in Jest's own process, since a worker takes a second to start. */
const areNamed = process.argv.slice(2).some((argument) => argument.endsWith('.spec.ts'));

export default {
  projects: onPostgres ? again : areAsked ? [...everything, faults] : everything,
  testTimeout: 120_000, // only what hangs takes so long, on a busy machine too
  // One more than there are cores: a third of the time a test waits, for a browser, a program or a hash.
  maxWorkers: Math.max(2, availableParallelism()) + 1,
  // What a test file loaded is never quite freed: beyond this, looking for garbage takes longer than a fresh worker.
  ...(areNamed ? {} : { workerIdleMemoryLimit: '1200MB' }),
};
