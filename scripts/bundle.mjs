// The last step of the build: the server and the packages it uses in one file. Finding and reading some two thousand
// small files was half of the time that a start took.
import { build } from 'esbuild';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

// A folder below dist, as the folders of the modules are: paths relative to a module stay true.
const OUT = 'dist/bundle/main.js';
const COMMAND_LINE = 'dist/bundle/hearth.js';

/** What has native parts, threads or large files of its own, is loaded on demand, or by Nest only if it were there. */
const NOT_BUNDLED = [
  '@electric-sql/pglite',
  '@fastify/static',
  '@nestjs/microservices',
  '@nestjs/websockets',
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@zxcvbn-ts/language-common',
  'bcrypt',
  'class-transformer/storage',
  'nodemailer',
  'pino',
  'pino-pretty',
  'piscina',
  'sharp',
  'swagger-ui-dist',
];

const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

/**
 * esbuild escapes what lies beyond ASCII in strings; in the regular expressions of this package it would stand as it is.
 * One such character, and V8 keeps the whole text with two bytes for each: 8 MB more. `\\u….` means the same in both.
 */
const ESCAPED_LETTERS = {
  name: 'letters of many alphabets, escaped',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/]validator[\\/].*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(
        /[^\0-\x7f]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    }));
  },
};

const SHARED = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  minifyWhitespace: true,
  legalComments: 'none', // the packages lie in node_modules with their licences
  logLevel: 'warning',
};

/** It asks TypeORM for what TypeORM 1 has no more, by a `require` that would load all of the package a second time. */
const WITHOUT_OLD_TYPEORM = {
  name: 'without-old-typeorm',
  setup({ onLoad }) {
    const contents = 'export const Connection = undefined, AbstractRepository = undefined;';
    onLoad({ filter: /@nestjs[\\/]typeorm[\\/]dist[\\/]common[\\/]typeorm-compat\.js$/ }, () => ({
      contents,
    }));
  },
};

await build({
  ...SHARED,
  entryPoints: ['dist/main.js'],
  plugins: [WITHOUT_OLD_TYPEORM, ESCAPED_LETTERS],
  outfile: OUT,
  keepNames: true, // Nest, TypeORM and the guards' check read the names of classes
  sourcemap: true,
  external: NOT_BUNDLED,
  banner: { js: REQUIRE },
});

// The command line apart: it starts in the time of Node itself, since it has nothing of the server.
await build({
  ...SHARED,
  entryPoints: ['dist/cli/main.js'],
  outfile: COMMAND_LINE,
  banner: { js: `#!/usr/bin/env node\n${REQUIRE}` },
});
chmodSync(COMMAND_LINE, 0o755);

const text = readFileSync(OUT, 'utf8');
const [wide] = /.{0,60}[^\0-\xff].{0,20}/.exec(text) ?? [];
if (text.includes('resolveTypeormExport')) throw new Error('@nestjs/typeorm loads TypeORM a second time');
if (wide) throw new Error(`escape what stands beyond Latin-1 in the bundle too: ${wide}`);
// keepNames also names each closure anew whenever it is made, which cost 3 % of a call: closures can do without.
const naming = 'var __name=(target,value)=>__defProp(';
if (!text.includes(naming)) throw new Error('esbuild keeps names in another way now: see to the line above');
const sparing = 'var __name=(target,value)=>target.prototype===void 0?target:__defProp(';
writeFileSync(OUT, text.replace(naming, sparing));
writeFileSync('dist/main.js', "import './bundle/main.js';\n");
