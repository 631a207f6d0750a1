// npm run migration:generate -- <name>: a migration with what the entities have and the configured database lacks.
// npm run migration:create -- <name>: an empty migration, to be written by hand.
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { migrationFiles, MIGRATIONS, numberAfter, writeLists } from './lists.mjs';

const [kind, asked] = process.argv.slice(2);
if (!asked) {
  process.stderr.write(`Give it a name: npm run migration:${kind} -- family-motto\n`);
  process.exit(1);
}
const name = basename(asked, '.ts');
const number = numberAfter(migrationFiles(), Date.now());
const path = join(MIGRATIONS, name);
const database = kind === 'generate' ? ['-d', 'ormconfig.ts'] : [];
const made = [
  'run',
  '--silent',
  'typeorm',
  '--',
  `migration:${kind}`,
  path,
  '-t',
  String(number),
  ...database,
];
const { status } = spawnSync('npm', made, { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
writeLists();
// Formatted as far as possible: ESLint refuses an empty migration until it has content.
const file = join(MIGRATIONS, `${number}-${name}.ts`);
for (const command of ['eslint --fix', 'prettier --write'])
  spawnSync('npx', [...command.split(' '), file], { stdio: 'ignore' });
