import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const STAND_IN = fileURLToPath(new URL('curl-stand-in.mjs', import.meta.url));

/** @returns the program's path on this machine; for curl the stand-in if it has none, for bash its sh */
export function programPath(program: string): string {
  const found = onPath(program);
  if (found !== undefined) return found;
  if (program === 'curl') return STAND_IN;
  if (program === 'bash') return programPath('sh');
  throw new Error(`there is no ${program} on this machine: the documentation uses it`);
}

function onPath(program: string): string | undefined {
  if (program === 'node') return process.execPath;
  const candidates = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
