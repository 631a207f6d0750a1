import { PGlite } from '@electric-sql/pglite';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrations } from '../../src/platform/database/migrations/list.js';
import { unpackFolder } from '../../src/platform/database/packed-folder.js';

describe('the database that the build prepares for a first start', () => {
  const place = mkdtempSync(join(tmpdir(), 'hearth-prepared-'));
  let database: PGlite;
  beforeAll(async () => {
    unpackFolder(readFileSync('dist/bundle/pgdata.gz'), join(place, 'pgdata'));
    database = await PGlite.create(join(place, 'pgdata'));
  });
  afterAll(async () => {
    await database.close();
    rmSync(place, { recursive: true, force: true });
  });

  it('has every migration behind it', async () => {
    const { rows } = await database.query<{ name: string }>('SELECT name FROM migration ORDER BY id');
    expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
  });

  it('has no other row that instances would share: no secret, no key, no account', async () => {
    const { rows: tables } = await database.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    );
    expect(tables.length).toBeGreaterThan(30);
    const filled: string[] = [];
    for (const { name } of tables) {
      const { rows } = await database.query(`SELECT FROM "${name}" LIMIT 1`);
      if (rows.length > 0) filled.push(name);
    }
    expect(filled).toEqual(['migration']);
  });
});
