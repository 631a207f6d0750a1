// npm run migration:writers -- <name>: a migration with the triggers of the tables that webhooks watch, as they are declared now.
import { writeFileSync } from 'node:fs';
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
const number = numberAfter(migrationFiles(), Date.now());
const title = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
const file = join(MIGRATIONS, `${number}-${name}.ts`);
const lock = `LOCK TABLE ${WATCHED_NAMES.map((table) => `"${table}"`).join(', ')} IN ACCESS EXCLUSIVE MODE`;
const statements = [lock, ...DROP_WRITERS, ...CREATE_WRITERS].map(
  (sql) => `\`${sql.replaceAll(/[`\\]|\$\{/g, '\\$&')}\``,
);
const text = `import { ForwardMigration } from './forward-migration.js';

/** Triggers write down other changes for webhooks. */
export class ${title}${number} extends ForwardMigration {
  readonly name = '${title}${number}';
  override readonly statements = [${statements.join(',\n')}];
}
`;
writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
writeLists();
