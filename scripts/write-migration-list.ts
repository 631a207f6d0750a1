import { writeFile } from 'node:fs/promises';
import { MIGRATION_LIST, migrationList } from './migration-list.js';

await writeFile(MIGRATION_LIST, await migrationList());
