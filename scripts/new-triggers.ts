// npm run migration:triggers -- <name>: a migration with the triggers that are generated, as they are declared now: those of the
// tables that webhooks watch, and those that announce what nodes have in memory.
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ANNOUNCED_TABLES } from '../src/identity/families/announced-tables.js';
import { CREATE_WRITERS, DROP_WRITERS } from '../src/oauth/webhooks/writers.js';
import { WATCHED_NAMES } from '../src/oauth/webhooks/watched-tables.js';
import { createAnnouncers, dropAnnouncers } from '../src/platform/database/announced-changes.js';
import { migrationFiles, MIGRATIONS, numberAfter, writeLists } from './lists.mjs';

const [asked] = process.argv.slice(2);
if (!asked) {
  process.stderr.write('Give it a name: npm run migration:triggers -- told-time-zones\n');
  process.exit(1);
}
const name = basename(asked, '.ts');
const number = numberAfter(migrationFiles(), Date.now());
const title = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
const file = join(MIGRATIONS, `${number}-${name}.ts`);
const tables = [...new Set([...WATCHED_NAMES, ...Object.keys(ANNOUNCED_TABLES)])];
const lock = `LOCK TABLE ${tables.map((table) => `"${table}"`).join(', ')} IN ACCESS EXCLUSIVE MODE`;
const triggers = [
  ...[...DROP_WRITERS, ...dropAnnouncers(ANNOUNCED_TABLES)],
  ...[...CREATE_WRITERS, ...createAnnouncers(ANNOUNCED_TABLES)],
];
const statements = [lock, ...triggers].map((sql) => `\`${sql.replaceAll(/[`\\]|\$\{/g, '\\$&')}\``);
const text = `import { ForwardMigration } from './forward-migration.js';

/** The triggers as they are declared now. */
export class ${title}${number} extends ForwardMigration {
  readonly name = '${title}${number}';
  override readonly statements = [${statements.join(',\n')}];
}
`;
writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
writeLists();
