import { rmSync } from 'node:fs';
import pg from 'pg';
import { closeKeptDatabase } from '../kept-database.mjs';

/** Ends what the set-ups in this folder began. */
export default async function tearDown() {
  await closeKeptDatabase();
  if (process.env.HEARTH_TEST_BROWSER) await (await import('./browser.mjs')).closeBrowser();
  rmSync(process.env.HEARTH_TEST_FOLDER, { recursive: true, force: true });
  const template = process.env.HEARTH_TEST_TEMPLATE;
  if (!template) return;
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  await client.query(`DROP DATABASE ${template} WITH (FORCE)`);
  await client.end();
}
