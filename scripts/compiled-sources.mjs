import { transformFile } from '@swc/core';
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SWC } from './swc-options.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
export const SOURCES = join(ROOT, 'src');
/** At the same depth as `src`, so that modules find the files they read. */
const COMPILED = join(ROOT, '.compiled');

/** The compiled form of a file below `src`. */
export function compiledPath(source) {
  return target(resolve(source));
}

/** Compiles files below `src` that changed since the last time, without type checking: 0.6 s for all of them. */
export async function compileSources() {
  const sources = filesBelow(SOURCES).filter((file) => !file.endsWith('.spec.ts'));
  const wanted = new Set(sources.map(target));
  for (const file of filesBelow(COMPILED)) if (!wanted.has(file)) rmSync(file);
  await Promise.all(sources.filter(isStale).map(compile));
}

async function compile(source) {
  const out = target(source);
  mkdirSync(dirname(out), { recursive: true });
  if (!/\.tsx?$/.test(source)) return copyFileSync(source, out);
  const { code } = await transformFile(source, {
    ...SWC,
    sourceMaps: 'inline',
    swcrc: false,
    configFile: false,
  });
  writeFileSync(out, code);
}

function target(source) {
  return join(COMPILED, relative(SOURCES, source).replace(/\.tsx?$/, '.js'));
}

function isStale(source) {
  return (statSync(target(source), { throwIfNoEntry: false })?.mtimeMs ?? 0) < statSync(source).mtimeMs;
}

function filesBelow(folder) {
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
