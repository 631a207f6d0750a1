import { availableParallelism } from 'node:os';
import { SWC } from './test/runner/swc-options.mjs';

const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

/** Speaks to no database, to one of its own, or to the same pages and programs whichever it is. */
const NOT_AGAIN = ['process', 'browser', 'cli', 'deploy', 'libraries']
  .map((folder) => `/test/${folder}/`)
  .concat('/test/architecture', '/test/fuzz/classes-of-faults', '/test/fuzz/shrinking');

/** Jest in ES-module mode; swc compiles TypeScript with Nest's decorator metadata. */
const SHARED = {
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/(?!.*\\.worker).*)\\.js$': '$1' },
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};

/** Beside what it tests, with modules of its own: so it may stop the clock of the process. */
const unit = {
  ...SHARED,
  displayName: 'unit',
  roots: ['<rootDir>/src'],
  testEnvironment: 'node',
  transform: { '\\.tsx?$': ['@swc/jest', SWC] },
};

/** Whole servers: what a test imports from `src`, and Nest, is loaded once per worker (test/runner). */
const stories = {
  ...SHARED,
  displayName: 'stories',
  roots: ['<rootDir>/test'],
  // With a PostgreSQL (.ci/with-postgres npm test): what needs one, and not again what brings its embedded one or none.
  testPathIgnorePatterns: ['/node_modules/', ...(onPostgres ? NOT_AGAIN : ['/test/postgres/'])],
  testEnvironment: '<rootDir>/test/runner/environment.mjs',
  transform: {
    '/src/.+\\.tsx?$|/node_modules/@nestjs/': '<rootDir>/test/runner/source-proxy.mjs',
    '\\.tsx?$': ['@swc/jest', SWC],
  },
  transformIgnorePatterns: ['/node_modules/(?!@nestjs/)'],
};

export default {
  projects: onPostgres ? [stories] : [unit, stories],
  testTimeout: 120_000, // only what hangs takes so long, on a busy machine too
  // One more than there are cores: a third of the time a test waits, for a browser, a program or a hash.
  maxWorkers: Math.max(2, availableParallelism()) + 1,
  // What a test file loaded is never quite freed: beyond this, looking for garbage takes longer than a fresh worker.
  workerIdleMemoryLimit: '600MB',
};
