import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { entities } from '../../src/entities.js';
import { connect } from '../../src/platform/database/connect.js';
import { databaseOptions } from '../../src/platform/database/database-options.js';
import { onPostgres } from '../support/moved.js';
import { OwnPostgres } from '../support/own-postgres.js';
import { createOwnDatabase, type TestDatabase } from '../support/test-database.js';

const SERVER = process.env.TEST_DATABASE_URL as string;
const RUNBOOK = readFileSync(new URL('../../docs/operate/runbook.md', import.meta.url), 'utf8');
const PROGRAMS = ['pg_dump', 'createdb', 'pg_restore'];

describe('a database that is dumped and restored as the runbook prints it', () => {
  const folder = mkdtempSync(join(process.env.HEARTH_TEST_FOLDER as string, 'restored-'));
  const role = `hearth_of_${process.pid}`;
  let original: TestDatabase;
  let name: string;

  /** Runs the printed lines with the names and the server of this test. */
  async function paste(program: string): Promise<void> {
    const line = RUNBOOK.split('\n').find((each) => each.startsWith(`${program} `)) as string;
    const here = line
      .replaceAll('postgres://postgres@127.0.0.1/', new URL('/', SERVER).href)
      .replace(/hearth_new/, name)
      .replace(/(--owner|--role)=hearth\b/, `$1=${role}`);
    const PATH = [dirname(OwnPostgres.program), process.env.PATH].join(delimiter);
    const env = { PATH, DATABASE_URL: original.settings.DATABASE_URL };
    await promisify(execFile)('sh', ['-c', here], { cwd: folder, env });
  }
  const open = (of: string) => {
    const url = new URL(SERVER);
    Object.assign(url, { username: role, pathname: `/${of}` });
    return connect(databaseOptions({ databaseUrl: url.href, dataDir: folder }, entities));
  };

  beforeAll(async () => {
    original = await createOwnDatabase();
    name = `${new URL(original.settings.DATABASE_URL).pathname.slice(1)}_new`;
    await onPostgres(SERVER, (query) => query(`CREATE ROLE ${role} LOGIN`));
    for (const program of PROGRAMS) await paste(program);
  });
  afterAll(async () => {
    await original.drop();
    await onPostgres(SERVER, async (query) => {
      await query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await query(`DROP ROLE ${role}`);
    });
  });

  it('belongs to the role of DATABASE_URL, which starts with it', async () => {
    const dataSource = await open(name);
    expect(
      await dataSource.query(`SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'`),
    ).toEqual([{ tableowner: role }]);
    await dataSource.destroy();
  });

  it('is refused with what to do, if its tables belong to another role', async () => {
    await expect(open(new URL(original.settings.DATABASE_URL).pathname.slice(1))).rejects.toThrow(
      /^The role of DATABASE_URL may not use the tables, .* "pg_restore --no-owner --role=…" does, or "REASSIGN OWNED/,
    );
  });
});
