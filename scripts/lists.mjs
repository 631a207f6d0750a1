// A bundle has no folders to read: what lies in one is listed in a module, which Git ignores.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const MIGRATIONS = 'src/platform/database/migrations';
const GRANTS = 'src/oauth/grants';

/** Each list with the function that makes its text. */
export const LISTS = {
  [join(MIGRATIONS, 'list.ts')]: migrationList,
  [join(GRANTS, 'list.ts')]: grantList,
};

/** Takes milliseconds, so whatever needs a list just writes them all. A list that is right already stays as old as it is. */
export function writeLists() {
  for (const [path, make] of Object.entries(LISTS)) {
    const text = make();
    if (textOf(path) !== text) writeFileSync(path, text);
  }
}

/**
 * The number of a new migration: the time, or one more than the last, since some were released with times in the
 * future.
 *
 * @param {readonly string[]} files
 * @param {number} now
 */
export function numberAfter(files, now) {
  return Math.max(now, ...files.map((file) => Number.parseInt(file) + 1));
}

/**
 * The migrations of a checkout, the oldest first.
 *
 * @param {string} folder
 */
export function migrationFiles(folder = '.') {
  return readdirSync(join(folder, MIGRATIONS))
    .filter((file) => /^\d+-[\w-]+\.ts$/.test(file))
    .sort((a, b) => Number.parseInt(a) - Number.parseInt(b));
}

/** The migrations in the order in which they run. */
function migrationList() {
  const entries = migrationFiles().map((file) => {
    const [, name] = /^export class (\w+)/m.exec(readFileSync(join(MIGRATIONS, file), 'utf8')) ?? [];
    if (!name?.endsWith(String(Number.parseInt(file))))
      throw new Error(`${file} has to export a class whose name ends with the number of the file`);
    return { name, file };
  });
  return listing('migrations', entries);
}

/** The grant types, one for each folder. */
function grantList() {
  const folders = readdirSync(GRANTS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const entries = folders
    .map(({ name }) => name)
    .sort()
    .map((folder) => ({ name: grantClass(folder), file: `${folder}/${folder}.grant.ts` }));
  return listing('grants', entries);
}

function grantClass(folder) {
  const words = folder.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Grant`;
}

function listing(name, entries) {
  const imports = entries.map(
    ({ name, file }) => `import { ${name} } from './${file.replace(/ts$/, 'js')}';\n`,
  );
  const lines = entries.map((entry) => `  ${entry.name},\n`);
  return `${imports.join('')}\nexport const ${name} = [\n${lines.join('')}];\n`;
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // not made yet
  }
}
