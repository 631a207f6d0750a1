// What follows from the declarations: code that Git ignores, and parts of committed documents.
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeLists } from './lists.mjs';
import { MANUAL, writeManual } from './manual.mjs';
import { newest } from './newest.mjs';

/** The sources that scripts/generated-code.ts makes. */
export const CODE = [
  'client/src/call-errors.ts',
  'client/src/calls.ts',
  'src/cli/api-types.ts',
  'src/cli/commands/record-fields.ts',
];
const MADE_FROM = ['src', 'scripts', 'package.json'];
const FOLDER = 'node_modules/.cache/hearth-generated';

/** Makes the code if some of it is missing, or older than what it is made from, and the pages of docs/ that the server has. */
export async function makeCode() {
  writeLists();
  if (isStale()) await write('scripts/generated-code.ts');
  await writeManual();
}

/** Makes everything, from code that is up to date. */
export async function makeAll() {
  writeLists();
  await write('scripts/generated-code.ts');
  await write('scripts/generated-documents.ts');
  await writeManual();
}

function isStale() {
  const made = CODE.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const counts = (path) => !CODE.includes(path) && !path.startsWith(MANUAL) && !path.endsWith('.spec.ts');
  return Math.min(...made) < Math.max(...MADE_FROM.map((path) => newest(path, counts)));
}

/** @param entry a module that exports GENERATED: each path with the function that makes its text */
async function write(entry) {
  const { GENERATED } = await load(entry);
  for (const [path, make] of Object.entries(GENERATED)) writeFileSync(path, await make());
}

/**
 * A module of TypeScript, with the compiled sources. A loader that compiles each file when it is imported, for these
 * scripts as for the thousand files of the application, takes a third longer.
 */
async function load(entry) {
  const { build } = await import('esbuild');
  const { compiledPath, compileSources } = await import('./compiled-sources.mjs');
  await compileSources();
  mkdirSync(FOLDER, { recursive: true });
  const outfile = resolve(FOLDER, `${basename(entry, '.ts')}-${process.pid}.mjs`);
  await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    plugins: [
      {
        name: 'compiled sources',
        setup({ onResolve }) {
          onResolve({ filter: /^\.\.\/src\/.*\.js$/ }, ({ path, resolveDir }) => ({
            path: pathToFileURL(compiledPath(resolve(resolveDir, path))).href,
            external: true,
          }));
        },
      },
    ],
    outfile,
    logLevel: 'warning',
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}
