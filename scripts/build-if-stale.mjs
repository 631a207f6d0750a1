// `npm start` on a fresh clone builds first; later only when a source is newer than the build. With `client`, for the
// examples: the client library alone.
import { execSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

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
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts/build.mjs',
    'scripts/bundle.mjs',
    'scripts/compile-ahead.mjs',
    'scripts/describe.mjs',
    'scripts/launch.mjs',
    'scripts/swc-options.mjs',
  ],
  command: 'npm run --silent build',
};

function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(...readdirSync(path).map((name) => newest(join(path, name))));
}

for (const { built, sources, command } of process.argv[2] === 'client' ? [CLIENT] : [SERVER, CLIENT]) {
  const at = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Math.max(...sources.map(newest)) > at) execSync(command, { stdio: 'inherit' });
}
