import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { filesOf, PROJECTS } from './test/lanes.mjs';
import { ALSO_ON_POSTGRES } from './test/postgres/stories.mjs';
import { SWC } from './test/runner/swc-options.mjs';

const hasPostgres = Boolean(process.env.TEST_DATABASE_URL);

/** Jest in ES-module mode; swc compiles TypeScript with Nest's decorator metadata. */
const SHARED = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/(?!.*\\.worker).*)\\.js$': '$1' },
  testEnvironment: '<rootDir>/test/runner/environment.mjs',
};

const LARGE = '(@nestjs|libphonenumber-js|typeorm)';

/** Beside what it tests, with modules of its own, so that it may stop their clock; large packages are loaded once. */
const MODULES_OF_ITS_OWN = {
  roots: ['<rootDir>/src', '<rootDir>/client/src', '<rootDir>/bench'],
  transform: {
    [`/node_modules/${LARGE}/`]: '<rootDir>/test/runner/source-proxy.mjs',
    '\\.tsx?$': ['@swc/jest', SWC],
  },
  transformIgnorePatterns: [`/node_modules/(?!${LARGE}/)`],
};

/** Debian has it where only root looks. */
const hasPgBouncer = `${process.env.PATH}:/usr/sbin`
  .split(':')
  .some((folder) => existsSync(`${folder}/pgbouncer`));

/** Stories that the project `postgres` runs there, and tests of a program that is not installed. */
const IGNORED = {
  stories: hasPostgres ? ALSO_ON_POSTGRES.map((path) => `/test/${path}$`) : [],
  faults: hasPgBouncer ? [] : ['/poolers\\.spec\\.ts$'],
};

/** Whole servers: what a test imports from `src`, and Nest, is loaded once per worker (test/runner). */
function servers(name, setUp) {
  return {
    roots: ['<rootDir>/test'],
    testPathIgnorePatterns: IGNORED[name] ?? [],
    globalSetup: `<rootDir>/test/runner/set-up/${setUp}.mjs`,
    globalTeardown: '<rootDir>/test/runner/set-up/tear-down.mjs',
    transform: {
      '/src/.+\\.tsx?$|/node_modules/@nestjs/': '<rootDir>/test/runner/source-proxy.mjs',
      '\\.tsx?$': ['@swc/jest', SWC],
    },
    transformIgnorePatterns: ['/node_modules/(?!@nestjs/)'],
  };
}

export default {
  projects: Object.entries(PROJECTS)
    .filter(([, project]) => project.runner === 'jest' && filesOf(project, hasPostgres).length > 0)
    .map(([name, project]) => ({
      ...SHARED,
      ...(project.setUp ? servers(name, project.setUp) : MODULES_OF_ITS_OWN),
      displayName: name,
      testMatch: filesOf(project, hasPostgres).map((files) => `<rootDir>/${files}`),
    })),
  testTimeout: 300_000, // only what hangs takes so long, on a busy machine too
  // One more than there are cores: a third of the time a test waits, for a browser, a program or a hash.
  maxWorkers: Math.max(2, availableParallelism()) + 1,
};
