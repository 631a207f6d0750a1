import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '../../src/platform/database/connect.js';
import { databaseOptions } from '../../src/platform/database/database-options.js';
import type { GuardedDataSource } from '../../src/platform/database/guarded-data-source.js';
import { isUnavailable } from '../../src/platform/errors/outcome.js';
import { eventually } from '../support/eventually.js';

/** A little less than a megabyte of the write-ahead log, of which a file has sixteen. */
const WRITE = `INSERT INTO kept (text) SELECT repeat('x', 1500) FROM generate_series(1, 500)`;

describe('the embedded database that has no place for its write-ahead log, as on a full disk (D433)', () => {
  const dataDir = join(process.env.HEARTH_TEST_FOLDER as string, 'no-room');
  const wal = join(dataDir, 'pgdata/pg_wal');
  let database: GuardedDataSource;
  beforeAll(async () => {
    mkdirSync(dataDir);
    database = await connect(databaseOptions({ databaseUrl: null, dataDir }, []));
    await database.query('CREATE TABLE kept (text text)');
  });
  afterAll(() => database.destroy());

  async function rows(): Promise<number> {
    const [{ count }] = await database.query<{ count: number }[]>('SELECT count(*)::int AS count FROM kept');
    return count;
  }

  it('answers that it is away, and is opened again with all that it acknowledged when there is room', async () => {
    renameSync(wal, `${wal}-away`);
    let acknowledged = 0;
    const failures: unknown[] = [];
    while (failures.length < 4) {
      try {
        await database.query(WRITE);
        acknowledged += 500;
      } catch (cause) {
        failures.push(cause);
      }
    }
    expect(failures.filter((cause) => !isUnavailable(cause))).toEqual([]);
    expect(failures.map(String).join('\n')).toContain('the embedded database stopped answering');

    renameSync(`${wal}-away`, wal);
    await eventually(() =>
      database.query('SELECT').then(
        () => true as const,
        () => null,
      ),
    );
    expect(await rows()).toBe(acknowledged);
    await database.query(WRITE);
    expect(await rows()).toBe(acknowledged + 500);
  });
});
