import { availableParallelism } from 'node:os';
import { bundled } from './test/support/bundled-packages.mjs';

/** Speaks to no database, to one of its own, or to the same pages and programs whichever it is. */
const NOT_AGAIN = ['process', 'browser', 'cli', 'deploy', 'libraries']
  .map((folder) => `/test/${folder}/`)
  .concat('<rootDir>/src/', '/test/architecture');

/**
 * Jest in ES-module mode; swc compiles TypeScript with Nest's decorator metadata. Every core is busy with tests, so the
 * script `test` has V8 spend a fifth less on threads beside them: no better code for the embedded database, which each
 * test file opens anew, and no garbage collected in parallel.
 */
export default {
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  // With a PostgreSQL (.ci/with-postgres npm test): what needs one, and not again what brings its embedded one or none.
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_DATABASE_URL ? NOT_AGAIN : ['/test/postgres/']),
  ],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^(\\.{1,2}/(?!.*\\.worker).*)\\.js$': '$1',
    ...bundled,
  },
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            useDefineForClassFields: false,
            react: { runtime: 'automatic', importSource: 'preact' },
          },
        },
        module: { type: 'es6' },
      },
    ],
  },
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testTimeout: 60_000,
  // One more than there are cores: a third of the time a test waits, for a browser, a program or a hash.
  maxWorkers: Math.max(2, availableParallelism()) + 1,
  // What a test file loaded is never quite freed: beyond this, looking for garbage takes longer than a fresh worker.
  workerIdleMemoryLimit: '600MB',
};
