import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Repeated } from '../platform/repeated.js';
import { MINUTE } from '../platform/security/clock.js';
import { sealedColumns, type SealedColumn } from '../platform/security/sealed-column.js';
import { Sealer } from '../platform/security/sealer.js';
import { AppLog } from '../platform/telemetry/log.js';

const EVERY_MS = 10 * MINUTE;
const BATCH = 200;

/**
 * Seals anew what an older MASTER_KEY sealed, so that it can be taken from the list (D280). What was sealed with a key that
 * is not listed stays as it is. Any number of nodes may do it at once: each value is replaced by one of them.
 */
@Injectable()
export class Resealing {
  private readonly runs: Repeated | null;
  private isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly sealer: Sealer,
    private readonly log: AppLog,
  ) {
    this.runs = sealer.olderIds.length === 0 ? null : new Repeated(EVERY_MS, () => this.runQuietly());
  }

  onApplicationBootstrap(): void {
    void this.runs?.run();
  }

  beforeApplicationShutdown(): void {
    this.isStopped = true;
    void this.runs?.stop();
  }

  /** @returns how many values were sealed anew */
  async run(): Promise<number> {
    let total = 0;
    if (this.sealer.olderIds.length === 0) return total;
    for (const column of sealedColumns()) {
      let resealed: number;
      do {
        resealed = this.isStopped ? 0 : await this.batch(column);
        total += resealed;
      } while (resealed > 0);
    }
    return total;
  }

  /** Each row by a statement of its own, which does nothing where somebody wrote it meanwhile. */
  private async batch({ target, property, contextOf, where }: SealedColumn): Promise<number> {
    const { sealer } = this;
    const { manager } = this.database.dataSource;
    const older = manager
      .createQueryBuilder(target, 'row')
      .where(`substring(row.${property} from 1 for 4) IN (:...older)`, { older: sealer.olderIds })
      .limit(BATCH);
    const rows = await (where === null ? older : older.andWhere(where)).getMany();
    let resealed = 0;
    for (const row of rows as Record<string, unknown>[]) {
      const context = contextOf(row);
      const sealed = row[property] as Buffer;
      const plain = sealer.tryOpen(sealed, context);
      if (plain === null) continue; // altered: whoever reads it is told
      const id = manager.connection.getMetadata(target).getEntityIdMap(row);
      const now = { [property]: sealer.seal(plain, context) };
      const { affected } = await manager.update(target, { ...id, [property]: sealed }, now);
      resealed += affected ?? 0;
    }
    return resealed;
  }

  private async runQuietly(): Promise<void> {
    try {
      const resealed = await this.run();
      this.log.pino.info({ resealed }, 'what an older MASTER_KEY sealed is sealed with the newest one');
    } catch (cause) {
      this.log.pino.warn({ cause: String(cause) }, 'resealing did not finish; it tries again in ten minutes');
    }
  }
}
