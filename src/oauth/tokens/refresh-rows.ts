import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { queryEach, type BatchStatement } from '../../platform/database/batch-statement.js';
import { Batch } from '../../platform/database/batch.js';
import { Database } from '../../platform/database/database.js';
import { inParts } from '../../platform/database/in-parts.js';
import { WriteBehind } from '../../platform/database/write-behind.js';
import { AppLog } from '../../platform/telemetry/log.js';
import {
  NOTE_USES,
  refreshStatements,
  type AskedRefresh,
  type KeptRefreshed,
  type KeptUse,
  type Refreshed,
} from './refresh-statements.js';

/** What refreshes do to the rows of their grants: those of the same moment by one statement. */
@Injectable()
export class RefreshRows implements OnApplicationShutdown {
  private readonly rotations: Batch<AskedRefresh, Refreshed | null>;
  private readonly renewals: Batch<AskedRefresh, KeptRefreshed | null>;
  private readonly uses: WriteBehind<KeptUse>;

  constructor(
    private readonly database: Database,
    config: AppConfig,
    log: AppLog,
  ) {
    const { rotate, keep } = refreshStatements(config.auditsRefreshes);
    this.rotations = this.batch(rotate.many, rotate.one);
    this.renewals = this.batch(keep, keep);
    this.uses = new WriteBehind(
      (batch) => inParts([...batch.values()], (part) => database.query(NOTE_USES, NOTE_USES.valuesOf(part))),
      log.pino,
    );
  }

  /** The next refresh token takes the place of the presented one. @returns null: the presented one could not be used */
  rotate(row: AskedRefresh): Promise<Refreshed | null> {
    return this.rotations.add(row);
  }

  /**
   * The presented refresh token stays (D49), so nothing is written that the answer depends on: when and from where it
   * was used is written within a second, many at once (D447).
   * @returns null: it could not be used
   */
  async keep(row: AskedRefresh): Promise<Refreshed | null> {
    const kept = await this.renewals.add(row);
    const { grant_id, now: at, inet } = row;
    if (kept && kept.due_generation !== null && grant_id !== null)
      this.uses.set(String(grant_id), { grant_id, generation: kept.due_generation, at, inet });
    return kept;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.uses.close();
  }

  private batch<R extends Refreshed>(
    many: BatchStatement<AskedRefresh, R>,
    one: BatchStatement<AskedRefresh, R>,
  ): Batch<AskedRefresh, R | null> {
    const run = (rows: AskedRefresh[]) => queryEach(this.database, many, rows);
    return new Batch(run, { alone: async (row) => (await queryEach(this.database, one, [row]))[0] ?? null });
  }
}
