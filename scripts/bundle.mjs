// A step of the build: the server and the packages it uses in one file. Finding and reading some two thousand small
// files was half of the time that a start took.
import { transformFile } from '@swc/core';
import { build } from 'esbuild';
import { chmodSync, copyFileSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SWC } from './swc-options.mjs';

// A folder below dist, as the folders of the modules are: paths relative to a module stay true.
const OUT = 'dist/bundle/main.cjs';
const CODE_CACHE = 'dist/bundle/main.cache';
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
  '@simplewebauthn/server',
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

/** What a CommonJS module is: a script can be compiled ahead, which a module can't on every Node that Hearth runs on. */
const WRAPPER = {
  banner: {
    js: "(function(exports,require,module,__filename){const moduleUrl=require('node:url').pathToFileURL(__filename).href;",
  },
  footer: { js: '})' },
  define: { 'import.meta.url': 'moduleUrl' },
  supported: { 'dynamic-import': false }, // becomes a `require` when its time comes
};

/**
 * Nest, TypeORM and the guards' check read names of classes. esbuild changes those of TypeScript's decorated classes
 * (`let Name = class Name`), unless it keeps all names, which costs 3 % of a call: each closure is named whenever it is
 * made. swc leaves them as declarations. Tests run on what it compiles too.
 */
const SOURCE = /[\\/]src[\\/].*\.tsx?$/;
const classes = new Set();
const BY_SWC = {
  name: 'by-swc',
  setup({ onLoad }) {
    onLoad({ filter: SOURCE }, async ({ path }) => {
      const { code } = await transformFile(path, {
        ...SWC,
        sourceMaps: 'inline',
        swcrc: false,
        configFile: false,
      });
      if (/\.(entity|guard)\.ts$|[\\/]migrations[\\/]/.test(path))
        for (const [, name] of code.matchAll(/^export class (\w+)/gm)) classes.add(name);
      return { contents: code };
    });
  },
};

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

/**
 * The ES modules of packages that Node takes as CommonJS. esbuild reaches a function of CommonJS through a getter that all
 * share, which V8 can't inline: 5 % of a call.
 */
const AS_ES_MODULES = {
  name: 'as-es-modules',
  setup({ onResolve }) {
    for (const [name, file] of [
      ['class-validator', 'class-validator/esm2015/index.js'],
      ['rxjs', 'rxjs/dist/esm/index.js'],
      ['rxjs/operators', 'rxjs/dist/esm/operators/index.js'],
    ])
      onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: resolve('node_modules', file) }));
  },
};

const SHARED = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minifyWhitespace: true,
  minifySyntax: true,
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

rmSync(CODE_CACHE, { force: true });
await build({
  ...SHARED,
  ...WRAPPER,
  entryPoints: ['src/main.ts'],
  format: 'cjs',
  plugins: [BY_SWC, WITHOUT_OLD_TYPEORM, AS_ES_MODULES, ESCAPED_LETTERS],
  alias: { pg: 'pg/lib/index.js' }, // its ES module would be a second one, with a Client of its own
  outfile: OUT,
  sourcemap: true,
  external: NOT_BUNDLED,
});

// The command line apart: it starts in the time of Node itself, since it has nothing of the server.
await build({
  ...SHARED,
  entryPoints: ['dist/cli/main.js'],
  format: 'esm',
  outfile: COMMAND_LINE,
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
});
chmodSync(COMMAND_LINE, 0o755);
copyFileSync('scripts/launch.mjs', 'dist/main.js');

const text = readFileSync(OUT, 'utf8');
const [wide] = /.{0,60}[^\0-\xff].{0,20}/.exec(text) ?? [];
const renamed = [...classes].filter((name) => !text.includes(`${name}=class`));
if (text.includes('resolveTypeormExport')) throw new Error('@nestjs/typeorm loads TypeORM a second time');
if (wide) throw new Error(`escape what stands beyond Latin-1 in the bundle too: ${wide}`);
if (classes.size === 0 || renamed.length > 0)
  throw new Error(`named like something else in the bundle: ${renamed.join(', ')}`);
