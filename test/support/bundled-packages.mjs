import { build } from 'esbuild';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the server loads of some two thousand small files, in each test file anew. */
const PACKAGES = [
  '@nestjs/common',
  '@nestjs/common/constants.js',
  '@nestjs/core',
  '@nestjs/platform-express',
  '@nestjs/swagger',
  'class-transformer',
  'class-validator',
  'express',
  'express-session',
  'helmet',
  'jose',
  'libphonenumber-js/max',
  'nodemailer',
  'pg',
  'prom-client',
  'rxjs',
  'typeorm',
];

/** Native, or found only if it is there, or (reflect-metadata) to run before everything else. */
const EXTERNAL = ['@fastify/static', '@nestjs/microservices', '@nestjs/websockets', 'reflect-metadata'];

const FOLDER = 'node_modules/.cache/hearth-tests';
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

const fileOf = (name) => `${FOLDER}/${name}.mjs`;

/** `import()` of a CommonJS package finds its names only outside of a bundle. */
const importedLater = {
  name: 'imported-later',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) =>
      kind === 'dynamic-import' && PACKAGES.includes(path) ? { path, external: true } : null,
    ),
};

/** For Jest's moduleNameMapper. */
export const bundled = Object.fromEntries(
  PACKAGES.map((name) => [`^${name.replace(/[./]/g, '\\$&')}$`, `<rootDir>/${fileOf(name)}`]),
);

/** Makes one file each of these packages, what they share in files of its own: once for each package-lock.json. */
export async function bundlePackages() {
  const stamp = join(FOLDER, 'made-for');
  const { mtimeMs } = statSync('package-lock.json');
  if ((statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0) > mtimeMs) return;
  const entries = [];
  for (const name of PACKAGES) {
    const names = Object.keys(await import(name)).filter((key) => key !== 'module.exports');
    const entry = join(FOLDER, 'entries', `${name}.mjs`);
    mkdirSync(dirname(entry), { recursive: true });
    // By name, since those of a CommonJS package are not found in a bundle.
    writeFileSync(entry, `export { ${names.join(', ')} } from '${name}';\n`);
    entries.push({ in: entry, out: name });
  }
  await build({
    entryPoints: entries,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    outdir: FOLDER,
    outExtension: { '.js': '.mjs' },
    keepNames: true,
    external: EXTERNAL,
    plugins: [importedLater],
    banner: { js: REQUIRE },
    logLevel: 'warning',
  });
  writeFileSync(stamp, '');
}
