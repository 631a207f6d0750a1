import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import type { EntityManager, QueryRunner } from 'typeorm';
import { CallError } from '../errors/call-error.js';
import { followUp, isOutcomeUnknown, unavailable } from '../errors/outcome.js';
import type { Connection } from './connection.js';
import { failureOf } from './database-errors.js';
import { connectionOf, GuardedDataSource } from './guarded-data-source.js';
import { inStatementSpan } from '../tracing.js';
import { ANSWER_MS } from '../waits.js';
import { Transaction } from './transaction.js';

/** A statement prepared once for each connection, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** For a write: repeating it does no harm, so nobody has to find out whether it was executed. */
  readonly isRepeatable?: boolean;
}

/** pg knows it, its types don't. */
interface TimedQuery extends QueryConfig {
  query_timeout?: number;
}

/**
 * What repositories don't have: named statements on the data source's pool, for what is hot, and transactions.
 * Inside `transaction` every query goes through its manager: the embedded database has one session, so one past
 * it would wait for ever (and fails after the pool's time limit).
 *
 * Every access throws CallError unavailable when the database is unavailable or too slow, or the connection is lost and
 * nothing was changed; and CallError outcomeUnknown when a change was sent but not answered (D11, D166).
 */
@Injectable()
export class Database {
  private readonly pool: Pool;
  private readonly hasPrepared: boolean;

  constructor(@InjectDataSource() readonly dataSource: GuardedDataSource) {
    this.hasPrepared = dataSource.options.hasPrepared;
    this.pool = (dataSource.driver as unknown as { master: Pool }).master;
    // However the last user left it: the next one never gets a connection that is broken or inside a transaction.
    this.pool.on('release', (failure, client) => {
      const connection = client as unknown as Connection;
      if (!failure && !connection.isClean) connection.abandon();
    });
  }

  async query<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> {
    const { text, isRepeatable } = statement;
    const name = this.hasPrepared ? statement.name : undefined;
    const since = performance.now();
    let client;
    try {
      client = await this.pool.connect();
    } catch (cause) {
      throw failureOf(cause, { connection: null, text, isInTransaction: false });
    }
    try {
      const sent: TimedQuery = { name, text, values };
      // Of the time for an answer, what the wait for a connection left.
      if (!this.isEmbedded) sent.query_timeout = ANSWER_MS - (performance.now() - since);
      return (await inStatementSpan(statement, () => client.query<Row>(sent))).rows;
    } catch (cause) {
      const connection = client as unknown as Connection;
      throw failureOf(cause, { connection, text, isInTransaction: false, isRepeatable });
    } finally {
      client.release();
    }
  }

  /** Resolves when the work after the commit is done too (`tx.afterCommit`). */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const tx = new Transaction(this.dataSource, runner);
    Object.assign(runner, { manager: tx });
    const result = await commit(runner, () => work(tx)).catch(async (cause: unknown) => {
      await tx.follow(isOutcomeUnknown(cause) ? 'unknown' : 'rolledBack');
      throw cause;
    });
    await followUp(tx.follow('committed'));
    return result;
  }

  /**
   * For a question under settings of its own (`SET LOCAL …`). Nothing is committed: a connection that is lost leaves no doubt
   * whether something was changed.
   */
  async reading<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      return await work(runner.manager);
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      await runner.release();
    }
  }

  get isEmbedded(): boolean {
    return this.dataSource.isEmbedded;
  }

  get poolUse(): { open: number; idle: number; waiting: number } {
    return { open: this.pool.totalCount, idle: this.pool.idleCount, waiting: this.pool.waitingCount };
  }
}

/** Used instead of TypeORM's, which can't tell a lost connection from an error in `work`. */
async function commit<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
  try {
    await runner.startTransaction();
    const result = await work();
    await requireIntact(runner);
    await runner.commitTransaction();
    return result;
  } catch (cause) {
    // The first error is thrown; a connection still inside its transaction is not returned to the pool.
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    // Released by TypeORM because the connection failed; any further use of the runner fails with an error of its own.
    const isLost = runner.isReleased && !(cause instanceof CallError);
    throw isLost ? unavailable({ reason: 'database' }, cause) : cause;
  } finally {
    await runner.release();
  }
}

/** After a failed statement PostgreSQL answers COMMIT with success, although it rolls everything back. */
async function requireIntact(runner: QueryRunner): Promise<void> {
  const connection = await connectionOf(runner);
  await connection?.settled();
  if (connection?.getTransactionStatus() !== 'E') return;
  throw new Error('a statement of the transaction failed, and whoever sent it went on');
}
