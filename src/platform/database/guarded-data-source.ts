import { DataSource, type Migration, type QueryRunner, type ReplicationMode } from 'typeorm';
import { inStatementSpan } from '../tracing.js';
import { EVERYTHING, type Topic } from './announced-changes.js';
import type { Connection } from './connection.js';
import { isOutcomeUnknown } from '../errors/outcome.js';
import { failureOf, notCommitted } from './database-errors.js';
import type { DatabaseOptions } from './database-options.js';
import { pendingMigrations } from './run-migrations.js';

/**
 * TypeORM's data source. Every failure of repositories, query builders, managers and migrations becomes an error for the
 * caller: all of them use the query runners made here. An embedded database is opened and closed with it.
 */
export class GuardedDataSource extends DataSource {
  declare readonly options: DatabaseOptions;
  /** Makes every node forget what it has in memory of these, this one at once; resolves when that was told, and never fails. */
  announce: (topics: readonly Topic[]) => Promise<unknown> = () => Promise.resolve();

  constructor(options: DatabaseOptions) {
    super(options);
  }

  get isEmbedded(): boolean {
    return this.options.embedded !== null;
  }

  /** @throws SettingsError when another process has the embedded database open */
  override async initialize(): Promise<this> {
    await this.options.embedded?.open();
    try {
      return await super.initialize();
    } catch (cause) {
      await this.options.embedded?.close();
      throw cause;
    }
  }

  /** @throws SettingsError when the database is too old, also for TypeORM's command line */
  override async runMigrations(options?: Parameters<DataSource['runMigrations']>[0]): Promise<Migration[]> {
    await pendingMigrations(this);
    return super.runMigrations(options);
  }

  override async destroy(): Promise<void> {
    try {
      await super.destroy();
    } finally {
      await this.options.embedded?.close();
    }
  }

  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    const runner = super.createQueryRunner(mode);
    const send = runner.query.bind(runner) as (text: string, ...rest: unknown[]) => Promise<unknown>;
    const query = async (text: string, ...rest: unknown[]): Promise<unknown> => {
      const isInTransaction = (): boolean => runner.isTransactionActive && text !== 'COMMIT';
      let answer: unknown;
      try {
        answer = await inStatementSpan({ text }, () => send(text, ...rest));
      } catch (cause) {
        const connection = await connectionOf(runner);
        const failure = failureOf(cause, { connection, text, isInTransaction: isInTransaction() });
        if (!runner.isTransactionActive && isOutcomeUnknown(failure)) void this.announce([EVERYTHING]);
        throw failure;
      }
      if (runner.isTransactionActive) return answer; // what it changed is announced after its commit
      const connection = await connectionOf(runner);
      requireOver(connection, text);
      const announced = connection?.takeAnnounced();
      if (announced) await this.announce(announced);
      return answer;
    };
    return Object.assign(runner, { query });
  }
}

/** After a statement outside a transaction. @throws CallError where it is in one: nothing would commit it */
export function requireOver(connection: Connection | null, text: string, isRepeatable = false): void {
  if (connection?.getTransactionStatus() !== 'T') return;
  throw notCommitted({ connection, text, isInTransaction: false, isRepeatable });
}

/** The connection of the runner; null when it got none. */
export async function connectionOf(runner: QueryRunner): Promise<Connection | null> {
  try {
    return (await runner.connect()) as Connection;
  } catch {
    return null;
  }
}
