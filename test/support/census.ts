import { count } from './database-rows.js';
import type { TestServer } from './start-app.js';

const TABLES = [
  'account',
  'account_identifier',
  'family',
  'family_member',
  'invitation',
  'outbox_message',
  'picture',
] as const;

type Census = Readonly<Record<(typeof TABLES)[number], number>>;

/** The number of rows in each table of provisioning. */
export async function census(server: TestServer): Promise<Census> {
  const entries: [string, number][] = [];
  for (const table of TABLES) entries.push([table, await count(server, table)]);
  return Object.fromEntries(entries) as Census;
}

/** The census with these additional rows. */
export function plus(before: Census, more: Partial<Census>): Census {
  const entries = TABLES.map((table) => [table, before[table] + (more[table] ?? 0)]);
  return Object.fromEntries(entries) as Census;
}
