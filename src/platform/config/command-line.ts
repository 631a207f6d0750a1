import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { PROJECT } from '../paths.js';

const BUILT = join('dist', 'bundle', 'hearth.js');
/** First program of the npm script "hearth"; containers don't have it. */
const BUILDS_FIRST = join('scripts', 'build-if-stale.mjs');

/**
 * Returns a `hearth` command for the folder where this process was started, for instructions. Never with npx: outside of
 * the project, npx would run any package published under that name.
 */
export function hearthCommand(
  words: string,
  { folder = process.cwd(), program = process.argv[1], project = PROJECT } = {},
): string {
  return `${prefix(folder, program, project)} ${words}`;
}

function prefix(folder: string, program: string | undefined, project: string): string {
  if (basename(program ?? '') === 'hearth') return 'hearth'; // a symbolic link on the PATH
  if (folder === project && existsSync(join(project, BUILDS_FIRST))) return 'npm run hearth --';
  const path = relative(folder, join(project, BUILT));
  return `node ${quoted(path.startsWith('..') ? join(project, BUILT) : path)}`;
}

function quoted(path: string): string {
  return /^[\w@%+:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
