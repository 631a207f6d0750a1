import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { PROJECT } from '../paths.js';

const BUILT = join('dist', 'bundle', 'hearth.js');
/** What the script "hearth" of package.json begins with; a container has it not. */
const BUILDS_FIRST = join('scripts', 'build-if-stale.mjs');

/**
 * A command of the command line as it is typed where this process was started, for every text that tells what to type.
 * Never by npx: outside of the project that runs whatever package somebody published under the name.
 */
export function hearthCommand(
  words: string,
  { folder = process.cwd(), program = process.argv[1], project = PROJECT } = {},
): string {
  return `${prefix(folder, program, project)} ${words}`;
}

function prefix(folder: string, program: string | undefined, project: string): string {
  if (basename(program ?? '') === 'hearth') return 'hearth'; // a link to it, on the PATH
  if (folder === project && existsSync(join(project, BUILDS_FIRST))) return 'npm run hearth --';
  const path = relative(folder, join(project, BUILT));
  return `node ${quoted(path.startsWith('..') ? join(project, BUILT) : path)}`;
}

function quoted(path: string): string {
  return /^[\w@%+:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
