import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { DatabaseChecks } from '../../src/admin/doctor/database-checks.js';
import { entities } from '../../src/entities.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { connect } from '../../src/platform/database/connect.js';
import { Database } from '../../src/platform/database/database.js';
import { databaseOptions } from '../../src/platform/database/database-options.js';
import { CallError } from '../../src/platform/errors/call-error.js';
import { Errors } from '../../src/platform/errors/catalogue.js';
import { AppLog, createLog } from '../../src/platform/telemetry/log.js';
import { bearer, loggedAccount, refresh, tokensFor } from '../support/a01.js';
import { eventually } from '../support/eventually.js';
import { ANNA } from '../support/fixtures.js';
import { startNodes, type Nodes } from '../support/start-nodes.js';
import { createOwnDatabase, type TestDatabase } from '../support/test-database.js';
import { UncommittingProxy } from '../support/uncommitting-proxy.js';

const WARNING = 'set DATABASE_POOLER=transaction and DATABASE_LISTEN_URL';
/** One connection: every statement is prepared there. */
const ASK = { name: 'of-this-test', text: 'SELECT $1::int AS a' };

interface Reached {
  readonly database: Database;
  readonly log: string[];
}

async function reach(settings: Record<string, string>): Promise<Reached> {
  const config = loadConfig({ NODE_ENV: 'test', ...settings });
  const log: string[] = [];
  const write = (line: string): void => void log.push(line);
  const dataSource = await connect(databaseOptions(config, entities));
  return { database: new Database(dataSource, new AppLog(createLog('debug', { write }))), log };
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'done',
    (cause: unknown) => (cause instanceof CallError ? cause.definition : cause),
  );
}

/** Acts as the next user of a session that a pooler in transaction mode shares. */
function others({ dataSource }: Database): (sql: string) => Promise<void> {
  const pool = (dataSource.driver as unknown as { master: Pool }).master;
  return async (sql) => {
    const held = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()));
    for (const connection of held) await connection.query(sql);
    for (const connection of held) connection.release();
  };
}

describe('unconfigured pooler in transaction mode (D373)', () => {
  let files: TestDatabase;
  let reached: Reached;
  beforeEach(async () => {
    files = await createOwnDatabase();
    reached = await reach(files.settings);
  });
  afterEach(async () => {
    await reached.database.dataSource.destroy();
    await files.drop();
  });

  const warnings = () => reached.log.filter((line) => line.includes(WARNING));
  const ask = () => reached.database.query<{ a: number }>(ASK, [1]);

  it.each([
    ['26000: the session does not know the statement', true, 'DEALLOCATE ALL'],
    ['42P05: another session prepared one of that name', false, `PREPARE "${ASK.name}" AS SELECT 2`],
    [
      '08P01: one of another version takes other parameters',
      true,
      `DEALLOCATE ALL; PREPARE "${ASK.name}" (int, int) AS SELECT $1 + $2`,
    ],
  ])('answers 503 once, then prepares no more, and says once what to set: %s', async (_, before, sql) => {
    if (before) await ask();
    await others(reached.database)(sql);
    expect(reached.database.isPooledUntold).toBe(false);
    expect(await refusal(ask())).toBe(Errors.unavailable);
    expect(reached.database.isPooledUntold).toBe(true);
    for (let time = 0; time < 3; time++) {
      await others(reached.database)(sql.replaceAll(ASK.name, `${ASK.name} ${time}`));
      expect(await ask()).toEqual([{ a: 1 }]);
    }
    expect(warnings()).toHaveLength(1);
  });

  it('a write is refused before any change', async () => {
    const write = { name: 'write-of-this-test', text: 'DELETE FROM migration WHERE id = $1' };
    await reached.database.query(write, [0]);
    await others(reached.database)('DEALLOCATE ALL');
    expect(await refusal(reached.database.query(write, [1]))).toBe(Errors.unavailable);
    expect(await reached.database.dataSource.query('SELECT FROM migration WHERE id = 1')).toHaveLength(1);
  });

  it('columns changed by a migration cause one 503, and no sign of a pooler (0A000)', async () => {
    const { database } = reached;
    await database.dataSource.query('CREATE TABLE of_this_test (a int)');
    const all = () => database.query({ name: 'all-of-this-test', text: 'SELECT * FROM of_this_test' }, []);
    await all();
    await database.dataSource.query('ALTER TABLE of_this_test ADD COLUMN b int');
    expect(await refusal(all())).toBe(Errors.unavailable);
    expect(await all()).toEqual([]);
    expect(warnings()).toEqual([]);
  });
});

describe('a node behind such a pooler (D373)', () => {
  let nodes: Nodes;
  beforeAll(async () => {
    nodes = await startNodes();
  });
  afterAll(() => nodes.close());

  it('never answers 500: it answers 503 when it notices, then continues, and doctor says what to set', async () => {
    let tokens = await tokensFor(nodes.a, ANNA);
    const node = await nodes.start();
    const database = node.get(Database);
    const statuses = new Set<number>();
    const next = async () => {
      await others(database)('DEALLOCATE ALL');
      const { status, body } = await refresh(node, tokens.refresh_token);
      statuses.add(status);
      if (status === 200) tokens = body;
      return status;
    };
    // The node's own queries may notice first, and another connection may be used.
    await eventually(async () => ((await next()) && database.isPooledUntold ? true : null));
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    for (let time = 0; time < 3; time++) expect(await next()).toBe(200);
    expect((await loggedAccount(node, bearer(tokens.access_token))).status).toBe(200);
    const [session] = await node.get(DatabaseChecks).session();
    expect(session).toMatchObject({ result: 'problem', advice: expect.stringContaining(WARNING) });
  });
});

describe('pooler that begins transactions and commits none, such as Pgpool-II in raw mode (D373)', () => {
  let files: TestDatabase;
  let proxy: UncommittingProxy;
  let reached: Reached;
  beforeAll(async () => {
    files = await createOwnDatabase();
    proxy = await UncommittingProxy.before(files.settings.DATABASE_URL);
    reached = await reach({ ...files.settings, DATABASE_URL: proxy.url });
    await reached.database.dataSource.query('CREATE TABLE of_this_test (a int PRIMARY KEY)');
    proxy.isOn = true;
  });
  afterAll(async () => {
    await reached.database.dataSource.destroy();
    await proxy.close();
    await files.drop();
  });

  const INSERT = 'INSERT INTO of_this_test VALUES ($1)';

  it('a start is refused with one sentence that says what is wrong', async () => {
    const start = reach({ ...files.settings, DATABASE_URL: proxy.url });
    await expect(start).rejects.toThrow(
      'DATABASE_URL leads to something that opens a transaction around each statement and does not commit it',
    );
  });

  it('a statement that was answered but not committed is no success: by either way to the database', async () => {
    const { database } = reached;
    const statement = { name: 'insert-of-this-test', text: INSERT };
    const repeatable = { ...statement, isRepeatable: true };
    expect(await refusal(database.query(statement, [1]))).toBe(Errors.outcomeUnknown);
    expect(await refusal(database.query(repeatable, [1]))).toBe(Errors.unavailable);
    expect(await refusal(database.query(ASK, [1]))).toBe(Errors.unavailable);
    expect(await refusal(database.dataSource.query(INSERT, [2]))).toBe(Errors.outcomeUnknown);
    const rows = () => database.dataSource.query<{ a: number }[]>('SELECT a FROM of_this_test');
    expect(await rows()).toEqual([]);
    await database.transaction((tx) => tx.query(INSERT, [3]));
    expect(await rows()).toEqual([{ a: 3 }]);
  });
});
