import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as data from '../database/data.js';

/** A checkout with its built server, and what fills the tables of that version. */
export interface Build {
  readonly folder: string;
  readonly data: Pick<typeof data, 'makeData'>;
}

export const THIS_BUILD: Build = { folder: resolve(fileURLToPath(new URL('../..', import.meta.url))), data };

/** Its tables are filled by its own code, since they may differ; by this one's where it has none. @throws Error: not built */
export async function buildIn(given: string): Promise<Build> {
  const folder = resolve(given);
  if (!existsSync(join(folder, 'package.json'))) throw new Error(`${folder} is no checkout of Hearth`);
  if (!existsSync(mainOf({ folder })))
    throw new Error(`${mainOf({ folder })} does not exist: run "npm ci && npm run build" in ${folder} first`);
  const own = join(folder, 'bench/database/data.ts');
  if (!existsSync(own)) return { folder, data };
  return { folder, data: (await import(pathToFileURL(own).href)) as Build['data'] };
}

export function mainOf({ folder }: Pick<Build, 'folder'>): string {
  return join(folder, 'dist/main.js');
}
