import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

export const MIGRATIONS = 'src/platform/database/migrations';
export const MIGRATION_LIST = join(MIGRATIONS, 'list.ts');
const HEAD = '/* Generated from the files of this folder by npm run migration:list. */\n';

interface Migration {
  readonly file: string;
  readonly name: string;
}

/** The text of the module that lists the migrations in the order in which they run; a bundle has no folder to read. */
export async function migrationList(): Promise<string> {
  const found = migrations();
  const imports = found.map(
    ({ file, name }) => `import { ${name} } from './${file.replace(/ts$/, 'js')}';\n`,
  );
  const list = found.map(({ name }) => `${name},`).join('');
  const text = `${HEAD}${imports.join('')}\nexport const migrations = [${list}];\n`;
  return format(text, { ...(await resolveConfig(MIGRATION_LIST)), filepath: MIGRATION_LIST });
}

/**
 * The number of a new migration: the time, or one more than the last, since some were released with times in the
 * future.
 */
export function numberAfter(files: readonly string[], now: number): number {
  return Math.max(now, ...files.map((file) => Number.parseInt(file) + 1));
}

export function migrationFiles(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((file) => /^\d+-[\w-]+\.ts$/.test(file))
    .sort((a, b) => Number.parseInt(a) - Number.parseInt(b));
}

function migrations(): Migration[] {
  return migrationFiles().map((file) => {
    const [, name] = /^export class (\w+)/m.exec(readFileSync(join(MIGRATIONS, file), 'utf8')) ?? [];
    if (!name?.endsWith(String(Number.parseInt(file))))
      throw new Error(`${file} has to export a class whose name ends with the number of the file`);
    return { file, name };
  });
}
