import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

/** The folder of package.json. */
export const PROJECT = folderWith('package.json', HERE);
/** The folder of the running code: `src`, or `dist` after a build, which contains the bundle too. */
const CODE = join(PROJECT, relative(PROJECT, HERE).split(sep)[0]);

/** A file among the sources that is read or run at run time. @param path from `src` */
export function besideCode(path: string): string {
  return join(CODE, path);
}

function folderWith(name: string, from: string): string {
  return existsSync(join(from, name)) ? from : folderWith(name, dirname(from));
}
