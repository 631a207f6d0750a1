// npm run migration:writers -- <name>: a migration with the triggers of the tables that webhooks watch, as they are declared now.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { CREATE_WRITERS, DROP_WRITERS } from '../src/oauth/webhooks/writers.js';
import { WATCHED_NAMES } from '../src/oauth/webhooks/watched-tables.js';
import { migrationFiles, MIGRATIONS, numberAfter, writeLists } from './lists.mjs';

const [asked] = process.argv.slice(2);
if (!asked) {
  process.stderr.write('Give it a name: npm run migration:writers -- told-time-zones\n');
  process.exit(1);
}
const name = basename(asked, '.ts');
const files = migrationFiles();
const number = numberAfter(files, Date.now());
const before = files.findLast((file) => read(file).includes('export const WRITERS'));
if (!before) throw new Error('no migration has WRITERS');
const title = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
const file = join(MIGRATIONS, `${number}-${name}.ts`);
const text = `import type { MigrationInterface, QueryRunner } from 'typeorm';
import { WRITERS as WRITERS_BEFORE } from './${before.replace(/ts$/, 'js')}';

/** Triggers write down other changes for webhooks. */
export class ${title}${number} implements MigrationInterface {
  name = '${title}${number}';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('LOCK TABLE ${WATCHED_NAMES.map((table) => `"${table}"`).join(', ')} IN ACCESS EXCLUSIVE MODE');
    for (const sql of [...DROP_WRITERS, ...WRITERS]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of [...DROP_WRITERS, ...WRITERS_BEFORE]) await runner.query(sql);
  }
}

const DROP_WRITERS = ${literals(DROP_WRITERS)};

export const WRITERS = ${literals(CREATE_WRITERS)};
`;
writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
writeLists();

function read(migration: string): string {
  return readFileSync(join(MIGRATIONS, migration), 'utf8');
}

function literals(statements: readonly string[]): string {
  return `[${statements.map((sql) => `\`${sql.replaceAll(/[`\\]|\$\{/g, '\\$&')}\``).join(',\n')}]`;
}
