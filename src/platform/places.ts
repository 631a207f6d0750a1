import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

/** The folder of package.json. */
export const PROJECT = folderWith('package.json', HERE);
/** The folder of the code that runs: `src`, or `dist` when it was built; the bundle lies below that too. */
const CODE = join(PROJECT, relative(PROJECT, HERE).split(sep)[0]);

/** A file that lies among the sources and is read, or run, at run time. @param path from `src` */
export function besideCode(path: string): string {
  return join(CODE, path);
}

function folderWith(name: string, from: string): string {
  return existsSync(join(from, name)) ? from : folderWith(name, dirname(from));
}
