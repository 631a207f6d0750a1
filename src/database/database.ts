import type { DatabaseError, Pool, QueryResultRow } from 'pg';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { CallError } from '../errors/call-error.js';
import { unavailableIfDatabaseAway } from './database-errors.js';

/** A statement prepared once per connection under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * The database as the services see it: TypeORM for what is not hot, named statements on the same pool for what is.
 * Inside `transaction` every query goes through its manager: the embedded database has one session, so one past
 * it would wait for ever (and fails after the pool's time limit).
 */
export class Database {
  private readonly pool: Pool;

  constructor(
    readonly dataSource: DataSource,
    readonly isEmbedded: boolean,
    private readonly closeEmbedded: () => Promise<void>,
  ) {
    this.pool = (dataSource.driver as unknown as { master: Pool }).master;
    // A connection that dies in the instant between its answer and its way back to the pool has nobody who listens, and
    // would end the process. Whoever uses it next is told by its query; the pool takes it out.
    this.pool.on('acquire', (client) => {
      if (!client.listeners('error').includes(ignore)) client.on('error', ignore);
    });
  }

  /** @throws CallError unavailable when the database is away or too slow (D11) */
  async query<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> {
    try {
      const client = await this.pool.connect();
      let failure: Error | undefined;
      try {
        return (await client.query<Row>({ name: statement.name, text: statement.text, values })).rows;
      } catch (cause) {
        // An ERROR of the database itself leaves the connection as it was; pool.query would close it.
        if ((cause as Partial<DatabaseError>).severity !== 'ERROR') failure = cause as Error;
        throw cause;
      } finally {
        client.release(failure);
      }
    } catch (cause) {
      throw unavailableIfDatabaseAway(cause);
    }
  }

  async transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.dataSource.transaction(work);
    } catch (cause) {
      throw cause instanceof CallError ? cause : unavailableIfDatabaseAway(cause);
    }
  }

  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E> {
    return this.dataSource.getRepository(entity);
  }

  get poolUse(): { open: number; idle: number; waiting: number } {
    return { open: this.pool.totalCount, idle: this.pool.idleCount, waiting: this.pool.waitingCount };
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.closeEmbedded();
  }
}

function ignore(): void {
  // as above
}
