// `npm start` on a fresh clone builds first; later only when a source is newer than the build. With `client`, for the
// examples: only the client library.
import { execSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { newest } from './newest.mjs';

/** Made of docs/ by a build, or for tests. */
const MADE = 'src/platform/reference/manual';
const CLIENT = {
  built: 'client/dist/server.js',
  sources: ['client/src', 'client/package.json', 'client/tsconfig.json', 'tsconfig.json'],
  command: 'npm run --silent build --workspace client',
};
const SERVER = {
  built: 'dist/main.js',
  sources: [
    'src',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts/api-types.ts',
    'scripts/build.mjs',
    'scripts/bundle.mjs',
    'scripts/client-calls.ts',
    'scripts/compile-ahead.mjs',
    'scripts/compiled-sources.mjs',
    'scripts/describe.mjs',
    'scripts/generated-code.ts',
    'scripts/generated.mjs',
    'scripts/launch.mjs',
    'scripts/lists.mjs',
    'scripts/prepare-database.mjs',
    'scripts/record-options.ts',
    'scripts/sbom.mjs',
    'scripts/swc-options.mjs',
  ],
  command: 'npm run --silent build',
};

/** The pages of docs/: a change of them needs no other build. */
const MANUAL = {
  built: 'dist/platform/reference/manual/pages.json',
  sources: ['docs', 'scripts/manual-markdown.mjs', 'scripts/manual-pages.mjs', 'scripts/manual.mjs'],
  command: 'node scripts/manual.mjs',
};

for (const { built, sources, command } of process.argv[2] === 'client'
  ? [CLIENT]
  : [SERVER, MANUAL, CLIENT]) {
  const at = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Math.max(...sources.map((path) => newest(path, (one) => !one.startsWith(MADE)))) > at)
    execSync(command, { stdio: 'inherit' });
}
