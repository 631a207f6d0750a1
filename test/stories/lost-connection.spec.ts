import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { entities } from '../../src/entities.js';
import { CallError } from '../../src/platform/errors/call-error.js';
import { Errors } from '../../src/platform/errors/catalogue.js';
import { connect } from '../../src/platform/database/connect.js';
import type { Connection } from '../../src/platform/database/connection.js';
import { isUniqueViolation } from '../../src/platform/database/database-errors.js';
import { databaseOptions } from '../../src/platform/database/database-options.js';
import { Database } from '../../src/platform/database/database.js';
import { AppLog, createLog } from '../../src/platform/telemetry/log.js';

const INSERT = 'INSERT INTO setup_code (digest, expires_at) VALUES ($1, now())';
const LOST = new Error('Connection terminated unexpectedly');

type Statement = { text?: string } | string;

/** The embedded database, whose connection can be made to fail as one to a server does. */
describe('lost database connection (D166)', () => {
  let files: TestDatabase;
  let database: Database;
  let codes = 0;
  beforeAll(async () => {
    files = await createTestDatabase();
    const config = loadConfig({ NODE_ENV: 'test', ...files.settings });
    const log = new AppLog(createLog('silent'));
    database = new Database(await connect(databaseOptions(config, entities, files.embedded)), log);
  });
  afterAll(async () => {
    await database.dataSource.destroy();
    await files.drop();
  });

  const code = () => Buffer.from(`code ${++codes}`);
  const isThere = async (digest: Buffer): Promise<boolean> =>
    (await database.dataSource.query<unknown[]>('SELECT FROM setup_code WHERE digest = $1', [digest]))
      .length === 1;
  const refusal = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (cause: unknown) => (cause instanceof CallError ? cause.definition : cause),
    );
  const connectionOf = async (tx: EntityManager): Promise<Connection> =>
    (await tx.queryRunner?.connect()) as Connection;
  const end = (connection: Connection): boolean =>
    (connection as unknown as { connection: NodeJS.EventEmitter }).connection.emit('error', LOST);

  /** Ends the connection at its next statement like this: before it is sent, or when it is done. */
  function endAt(connection: Connection, which: RegExp, moment: 'before' | 'after'): void {
    const send = connection.query.bind(connection) as (...asked: unknown[]) => Promise<unknown>;
    const query = async (asked: Statement, ...rest: unknown[]): Promise<unknown> => {
      const text = typeof asked === 'string' ? asked : (asked.text ?? '');
      if (!which.test(text)) return send(asked, ...rest);
      Object.assign(connection, { query: send });
      if (moment === 'after') await send(asked, ...rest);
      end(connection);
      throw LOST;
    };
    Object.assign(connection, { query });
  }

  /** Ends it at a statement without a transaction. */
  async function ended(moment: 'before' | 'after', work: () => Promise<unknown>): Promise<unknown> {
    const { master } = database.dataSource.driver as unknown as {
      master: NodeJS.EventEmitter & { once(event: 'acquire', then: (c: Connection) => void): void };
    };
    master.once('acquire', (connection) => endAt(connection, /./, moment));
    return refusal(work());
  }

  it('in a transaction, between its statements: nothing was changed, and the next transaction does not continue it', async () => {
    const digest = code();
    const lost = database.transaction(async (tx) => {
      await tx.query(INSERT, [digest]);
      end(await connectionOf(tx));
      await tx.query('SELECT 1'); // TypeORM: QueryRunnerProviderAlreadyReleasedError
    });
    expect(await refusal(lost)).toBe(Errors.unavailable);
    expect(await isThere(digest)).toBe(false);
  });

  it.each(['before', 'after'] as const)(
    '%s a statement of a transaction: nothing was changed, and nothing follows',
    async (moment) => {
      const digest = code();
      const followed: string[] = [];
      const lost = database.transaction(async (tx) => {
        tx.afterCommit(() => followed.push('forgotten'), { evenIfUnknown: true });
        endAt(await connectionOf(tx), /^INSERT/, moment);
        await tx.query(INSERT, [digest]);
      });
      expect(await refusal(lost)).toBe(Errors.unavailable);
      expect(await isThere(digest)).toBe(false);
      expect(followed).toEqual([]);
    },
  );

  it.each([
    ['before', false],
    ['after', true],
  ] as const)('%s COMMIT: the result is unknown; cached data is dropped (D185)', async (moment, isDone) => {
    const digest = code();
    const followed: string[] = [];
    const lost = database.transaction(async (tx) => {
      tx.afterCommit(() => followed.push('sent'));
      tx.afterCommit(() => followed.push('forgotten'), { evenIfUnknown: true });
      await tx.query(INSERT, [digest]);
      endAt(await connectionOf(tx), /^COMMIT$/, moment);
    });
    expect(await refusal(lost)).toBe(Errors.outcomeUnknown);
    expect(await isThere(digest)).toBe(isDone);
    expect(followed).toEqual(['forgotten']);
  });

  it('reports the original error, even if the rollback fails', async () => {
    const digest = code();
    const failed = database.transaction(async (tx) => {
      await tx.query(INSERT, [digest]);
      endAt(await connectionOf(tx), /^ROLLBACK$/, 'before');
      throw new CallError(Errors.familyNotEmpty);
    });
    expect(await refusal(failed)).toBe(Errors.familyNotEmpty);
    expect(await isThere(digest)).toBe(false);
  });

  it.each(['before', 'after'] as const)(
    '%s a single writing statement: the result is unknown',
    async (moment) => {
      const write = { name: `write-${moment}`, text: INSERT };
      expect(await ended(moment, () => database.query(write, [code()]))).toBe(Errors.outcomeUnknown);
      const again = { ...write, isRepeatable: true };
      expect(await ended(moment, () => database.query(again, [code()]))).toBe(Errors.unavailable);
      const byTypeOrm = () => database.dataSource.manager.query(INSERT, [code()]);
      expect(await ended(moment, byTypeOrm)).toBe(Errors.outcomeUnknown);
    },
  );

  it.each(['before', 'after'] as const)(
    '%s a single reading statement: nothing was changed',
    async (moment) => {
      const read = { name: 'read', text: 'SELECT digest FROM setup_code FOR UPDATE' };
      expect(await ended(moment, () => database.query(read, []))).toBe(Errors.unavailable);
      expect(await ended(moment, () => database.dataSource.query(read.text))).toBe(Errors.unavailable);
    },
  );

  it('a transaction does not commit after a statement failed and its error was swallowed', async () => {
    const digest = code();
    const swallowed = database.transaction(async (tx) => {
      await tx.query(INSERT, [digest]);
      await tx.query(INSERT, [digest]).catch((cause: unknown) => expect(isUniqueViolation(cause)).toBe(true));
    });
    await expect(swallowed).rejects.toThrow('a statement of the transaction failed');
    expect(await isThere(digest)).toBe(false);
  });

  it('a connection left in a transaction is not given to the next one', async () => {
    const runner = database.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.release();
    const [{ left }] = await database.dataSource.query<{ left: boolean }[]>(
      `SELECT now() <> statement_timestamp() AND pg_current_xact_id_if_assigned() IS NOT NULL AS left`,
    );
    expect(left).toBe(false);
    expect(database.poolUse).toMatchObject({ open: 1, idle: 1 });
  });
});
