import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool, QueryResultRow } from 'pg';
import type { QueryRunner } from 'typeorm';
import { CallError } from '../errors/call-error.js';
import { afterCommit, isOutcomeUnknown, unavailable } from '../errors/outcome.js';
import type { Connection } from './connection.js';
import { failureOf } from './database-errors.js';
import { connectionOf, GuardedDataSource } from './guarded-data-source.js';
import { Transaction } from './transaction.js';

/** A statement prepared once per connection under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Of one that writes: it may be repeated without harm, so that nobody has to look whether it was done. */
  readonly isRepeatable?: boolean;
}

/**
 * What repositories don't have: named statements on the data source's pool, for what is hot, and transactions.
 * Inside `transaction` every query goes through its manager: the embedded database has one session, so one past
 * it would wait for ever (and fails after the pool's time limit).
 *
 * Every way to the database throws CallError unavailable when it is away, too slow or the connection is lost and nothing
 * was changed, and CallError outcomeUnknown when a change was sent and its answer never came (D11, D166).
 */
@Injectable()
export class Database {
  private readonly pool: Pool;

  constructor(@InjectDataSource() readonly dataSource: GuardedDataSource) {
    this.pool = (dataSource.driver as unknown as { master: Pool }).master;
    // Whoever used it last, and however that ended: the next one gets none that is broken or in a transaction.
    this.pool.on('release', (failure, client) => {
      const connection = client as unknown as Connection;
      if (!failure && !connection.isClean) connection.abandon();
    });
  }

  async query<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> {
    const { name, text, isRepeatable } = statement;
    let client;
    try {
      client = await this.pool.connect();
    } catch (cause) {
      throw failureOf(cause, { connection: null, text, isInTransaction: false });
    }
    try {
      return (await client.query<Row>({ name, text, values })).rows;
    } catch (cause) {
      const connection = client as unknown as Connection;
      throw failureOf(cause, { connection, text, isInTransaction: false, isRepeatable });
    } finally {
      client.release();
    }
  }

  /** Answers when what follows the commit is done too (`tx.afterCommit`). */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const tx = new Transaction(this.dataSource, runner);
    Object.assign(runner, { manager: tx });
    const result = await commit(runner, () => work(tx)).catch(async (cause: unknown) => {
      await tx.follow(isOutcomeUnknown(cause) ? 'unknown' : 'rolledBack');
      throw cause;
    });
    await afterCommit(tx.follow('committed'));
    return result;
  }

  get isEmbedded(): boolean {
    return this.dataSource.isEmbedded;
  }

  get poolUse(): { open: number; idle: number; waiting: number } {
    return { open: this.pool.totalCount, idle: this.pool.idleCount, waiting: this.pool.waitingCount };
  }
}

/** Our own rather than TypeORM's, which does not tell a connection that was lost from a mistake in `work`. */
async function commit<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
  try {
    await runner.startTransaction();
    const result = await work();
    await requireIntact(runner);
    await runner.commitTransaction();
    return result;
  } catch (cause) {
    // What went wrong first is told; a connection that is still in the transaction is not given back.
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    // Released before we did: TypeORM heard that the connection died, and whatever asks it fails in its own way.
    const isLost = runner.isReleased && !(cause instanceof CallError);
    throw isLost ? unavailable({ reason: 'database' }, cause) : cause;
  } finally {
    await runner.release();
  }
}

/** PostgreSQL answers COMMIT with success where a statement failed before, and takes all of it back. */
async function requireIntact(runner: QueryRunner): Promise<void> {
  const connection = await connectionOf(runner);
  await connection?.settled();
  if (connection?.getTransactionStatus() !== 'E') return;
  throw new Error('a statement of the transaction failed, and whoever sent it went on');
}
