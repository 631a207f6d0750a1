import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import type { EntityManager, QueryRunner } from 'typeorm';
import { CallError } from '../errors/call-error.js';
import { followUp, isOutcomeUnknown, unavailable } from '../errors/outcome.js';
import { EVERYTHING, type Topic } from './announced-changes.js';
import type { Connection } from './connection.js';
import { failureOf, isMissingPartition, isOfSharedSession } from './database-errors.js';
import { connectionOf, GuardedDataSource, requireOver } from './guarded-data-source.js';
import { AppLog } from '../telemetry/log.js';
import { inStatementSpan } from '../tracing.js';
import { ANSWER_MS } from '../waits.js';
import type { Repeatable } from './once.js';
import { Transaction } from './transaction.js';

/** A statement prepared once for each connection, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** For a write: repeating it does no harm, so it does not matter whether it was executed. */
  readonly isRepeatable?: boolean;
}

/** pg knows it, its types don't. */
interface TimedQuery extends QueryConfig {
  query_timeout?: number;
}

/** The advice to the operator if sessions turn out to have other users. */
export const TELL_OF_POOLER =
  'DATABASE_URL leads to a pooler in transaction mode: set DATABASE_POOLER=transaction and DATABASE_LISTEN_URL, and not DATABASE_PREPARED_STATEMENTS=true (docs/operate/database.md#poolers).';

/**
 * Adds to repositories: named statements on the data source's pool, for hot queries, and transactions.
 * Inside `transaction` every query goes through its manager: the embedded database has one session, so any other query
 * would wait forever (and fails after the pool's time limit).
 *
 * Every access throws CallError unavailable when the database is unavailable or too slow, or the connection is lost and
 * nothing was changed; and CallError outcomeUnknown when a change was sent but not answered (D11, D166).
 */
@Injectable()
export class Database {
  private readonly pool: Pool;
  private hasPrepared: boolean;
  private makePartitions: (() => Promise<void>) | null = null;

  constructor(
    @InjectDataSource() readonly dataSource: GuardedDataSource,
    private readonly log: AppLog,
  ) {
    this.hasPrepared = dataSource.options.hasPrepared;
    this.pool = (dataSource.driver as unknown as { master: Pool }).master;
    // The next user never gets a connection that is broken or inside a transaction.
    this.pool.on('release', (failure, client) => {
      const connection = client as unknown as Connection;
      if (!failure && !connection.isClean) connection.abandon();
    });
  }

  query<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> {
    return this.send(statement, values, false);
  }

  /** Resolves when the work after the commit is done too (`tx.afterCommit`). If a partition was missing, `work` runs twice. */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let isAgain = false; ; isAgain = true) {
      const runner = this.dataSource.createQueryRunner();
      const tx = new Transaction(this.dataSource, runner);
      Object.assign(runner, { manager: tx });
      let result: T;
      try {
        result = await this.commit(runner, tx, () => work(tx));
      } catch (cause) {
        await tx.follow(isOutcomeUnknown(cause) ? 'unknown' : 'rolledBack');
        if (isAgain || !(await this.isMended(cause))) throw cause;
        continue;
      }
      await followUp(tx.follow('committed'));
      return result;
    }
  }

  /** As `transaction`; for a request with an Idempotency-Key, work that was done is not done again (`Once`). */
  once<T>(
    { once = this }: Repeatable,
    work: (tx: Transaction) => Promise<T>,
    about?: (result: T) => string | null,
  ): Promise<T> {
    return once.transaction(work, about);
  }

  /** @param make creates the missing partitions of rows; the failed work is then repeated once (D374) */
  mendPartitionsBy(make: () => Promise<void>): void {
    this.makePartitions = make;
  }

  /**
   * Runs queries with their own settings (`SET LOCAL …`). Nothing is committed: after a lost connection it is certain that
   * nothing was changed.
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

  /** Whether DATABASE_URL turned out to lead to a pooler in transaction mode that is not configured (D373). */
  get isPooledUntold(): boolean {
    return this.dataSource.options.hasPrepared && !this.hasPrepared;
  }

  private async send<Row extends QueryResultRow>(
    statement: Statement,
    values: unknown[],
    isAgain: boolean,
  ): Promise<Row[]> {
    const { text, isRepeatable } = statement;
    const name = this.hasPrepared ? statement.name : undefined;
    const since = performance.now();
    let client;
    try {
      client = await this.pool.connect();
    } catch (cause) {
      throw failureOf(cause, { connection: null, text, isInTransaction: false });
    }
    const connection = client as unknown as Connection;
    let answer: Row[] | null = null;
    let failure: unknown;
    let following: readonly Topic[] = [];
    try {
      const sent: TimedQuery = { name, text, values };
      // Of the time for an answer, what the wait for a connection left.
      if (!this.isEmbedded) sent.query_timeout = ANSWER_MS - (performance.now() - since);
      const { rows } = await inStatementSpan(statement, () => client.query<Row>(sent));
      requireOver(connection, text, isRepeatable); // passes failureOf as it is
      const announced = connection.takeAnnounced();
      if (announced === null) return rows;
      [answer, following] = [rows, announced];
    } catch (cause) {
      if (this.hasPrepared && isOfSharedSession(cause)) this.prepareNoMore();
      failure = failureOf(cause, { connection, text, isInTransaction: false, isRepeatable });
      // What triggers said of it may be lost; the caller need not wait until others know.
      if (isOutcomeUnknown(failure) || (isRepeatable && connection.isLost))
        void this.dataSource.announce([EVERYTHING]);
    } finally {
      client.release();
    }
    if (answer !== null) {
      await this.dataSource.announce(following);
      return answer;
    }
    if (isAgain || !(await this.isMended(failure))) throw failure;
    return this.send(statement, values, true);
  }

  /** Used instead of TypeORM's, which can't tell a lost connection from an error in `work`. */
  private async commit<T>(runner: QueryRunner, tx: Transaction, work: () => Promise<T>): Promise<T> {
    let connection: Connection | null = null;
    try {
      await runner.startTransaction();
      connection = await connectionOf(runner);
      const result = await work();
      await requireIntact(connection);
      await runner.commitTransaction();
      return result;
    } catch (cause) {
      // The first error is thrown; a connection still inside its transaction is not returned to the pool.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      // Released by TypeORM because the connection failed; any further use of the runner fails with an error of its own.
      const isLost = runner.isReleased && !(cause instanceof CallError);
      throw isLost ? unavailable({ reason: 'database' }, cause) : cause;
    } finally {
      const announced = connection?.takeAnnounced() ?? null;
      if (announced !== null)
        tx.afterCommit(() => this.dataSource.announce(announced), { evenIfUnknown: true });
      await runner.release();
    }
  }

  /** Needs a connection: the one of what failed was given back. */
  private async isMended(failure: unknown): Promise<boolean> {
    if (this.makePartitions === null || !isMissingPartition(failure)) return false;
    await this.makePartitions();
    return true;
  }

  private prepareNoMore(): void {
    this.hasPrepared = false;
    this.log.pino.warn(`prepared statements get lost, and are not used from now on. ${TELL_OF_POOLER}`);
  }

  get isEmbedded(): boolean {
    return this.dataSource.isEmbedded;
  }

  get poolUse(): { open: number; idle: number; waiting: number } {
    return { open: this.pool.totalCount, idle: this.pool.idleCount, waiting: this.pool.waitingCount };
  }
}

/** After a failed statement PostgreSQL answers COMMIT with success, although it rolls everything back. */
async function requireIntact(connection: Connection | null): Promise<void> {
  await connection?.settled();
  if (connection?.getTransactionStatus() !== 'E') return;
  throw new Error('a statement of the transaction failed, and whoever sent it went on');
}
