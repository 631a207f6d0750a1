// npm run migration:generate -- <name>: what the entities have and the database of the settings has not.
// npm run migration:create -- <name>: an empty one, to be written by hand.
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { MIGRATION_LIST, migrationFiles, migrationList, MIGRATIONS, numberAfter } from './migration-list.js';

const [kind, asked] = process.argv.slice(2);
if (!asked) {
  process.stderr.write(`Give it a name: npm run migration:${kind} -- family-motto\n`);
  process.exit(1);
}
const name = basename(asked, '.ts');
const number = numberAfter(migrationFiles(), Date.now());
const path = join(MIGRATIONS, name);
run('npm', 'run', '--silent', 'typeorm', '--', `migration:${kind}`, path, '--timestamp', String(number));
await writeFile(MIGRATION_LIST, await migrationList());
const file = join(MIGRATIONS, `${number}-${name}.ts`);
run('npx', 'eslint', '--fix', file);
run('npx', 'prettier', '--write', file);

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
