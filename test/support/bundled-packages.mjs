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

/** Loaded by `require` too, which finds no ES module. */
const REQUIRED_TOO = 'class-validator';

/** Found only if it is there, or to run before everything else (reflect-metadata), or asked for by file. */
const EXTERNAL = [
  '@fastify/static',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'class-transformer',
  'reflect-metadata',
];

const FOLDER = 'node_modules/.cache/hearth-tests';
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

const addressOf = (name, extension) => [
  `^${name.replace(/[./]/g, '\\$&')}$`,
  `<rootDir>/${FOLDER}/${name}${extension}`,
];

/** For Jest's moduleNameMapper. */
export const bundled = Object.fromEntries([
  ...PACKAGES.map((name) => addressOf(name, '.mjs')),
  addressOf(REQUIRED_TOO, '.cjs'),
]);

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
  const shared = { bundle: true, platform: 'node', target: 'node20', keepNames: true, logLevel: 'warning' };
  await build({
    ...shared,
    entryPoints: entries,
    splitting: true,
    format: 'esm',
    outdir: FOLDER,
    outExtension: { '.js': '.mjs' },
    external: [...EXTERNAL, REQUIRED_TOO],
    banner: { js: REQUIRE },
  });
  await build({
    ...shared,
    entryPoints: [REQUIRED_TOO],
    format: 'cjs',
    outfile: `${FOLDER}/${REQUIRED_TOO}.cjs`,
  });
  writeFileSync(stamp, '');
}
