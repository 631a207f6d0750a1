import { DataSource, type QueryRunner, type ReplicationMode } from 'typeorm';
import type { Connection } from './connection.js';
import { failureOf } from './database-errors.js';

/**
 * TypeORM's data source with translated errors: repositories, query builders, managers and migrations all use the query
 * runners created here, so they fail with errors that may be shown to the caller.
 */
export class GuardedDataSource extends DataSource {
  override createQueryRunner(mode?: ReplicationMode): QueryRunner {
    const runner = super.createQueryRunner(mode);
    const send = runner.query.bind(runner) as (text: string, ...rest: unknown[]) => Promise<unknown>;
    const query = async (text: string, ...rest: unknown[]): Promise<unknown> => {
      try {
        return await send(text, ...rest);
      } catch (cause) {
        const isInTransaction = runner.isTransactionActive && text !== 'COMMIT';
        throw failureOf(cause, { connection: await connectionOf(runner), text, isInTransaction });
      }
    };
    return Object.assign(runner, { query });
  }
}

/** The connection of the runner; null when it got none. */
export async function connectionOf(runner: QueryRunner): Promise<Connection | null> {
  try {
    return (await runner.connect()) as Connection;
  } catch {
    return null;
  }
}
