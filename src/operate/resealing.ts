import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Repeated } from '../platform/repeated.js';
import { MINUTE } from '../platform/security/clock.js';
import { Sealer } from '../platform/security/sealer.js';
import { usesSubkeys } from '../platform/security/legacy-sealing.js';
import { AppLog } from '../platform/telemetry/log.js';
import type { DataSource } from 'typeorm';
import { sealedColumns, type SealedColumn } from '../platform/security/sealed-column.js';

const EVERY_MS = 10 * MINUTE;

/**
 * Seals the values of an older MASTER_KEY anew, so that the key can leave the list (D280); once subkeys seal, the values of
 * MASTER_KEY itself too (D331). Notices the switch to subkeys without a restart.
 */
@Injectable()
export class Resealing {
  private readonly runs = new Repeated(EVERY_MS, () => this.runQuietly());
  private isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly sealer: Sealer,
    private readonly log: AppLog,
  ) {}

  onApplicationBootstrap(): void {
    void this.runs.run();
  }

  beforeApplicationShutdown(): void {
    this.isStopped = true;
    void this.runs.stop();
  }

  /** @returns the number of values sealed anew */
  async run(): Promise<number> {
    const { dataSource } = this.database;
    this.sealer.usesSubkeys = await usesSubkeys(dataSource);
    return resealValues(dataSource, this.sealer, () => this.isStopped);
  }

  private async runQuietly(): Promise<void> {
    try {
      const resealed = await this.run();
      if (resealed > 0 || this.sealer.hasOlderKeys)
        this.log.pino.info({ resealed }, 'what an older MASTER_KEY sealed is sealed with the newest one');
    } catch (cause) {
      this.log.pino.warn({ cause: String(cause) }, 'resealing did not finish; it tries again in ten minutes');
    }
  }
}

const BATCH = 200;

/**
 * Seals the values of outdated keys anew, in every column. Values of an unlisted key stay as they are. Any number of nodes
 * may run it at once: one of them replaces each value.
 * @returns the number of values sealed anew
 */
export async function resealValues(
  dataSource: DataSource,
  sealer: Sealer,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let total = 0;
  for (const column of sealedColumns()) {
    let resealed: number;
    do {
      resealed = isStopped() ? 0 : await batch(dataSource, sealer, column);
      total += resealed;
    } while (resealed > 0);
  }
  return total;
}

/** Writes each row by its own statement, which changes nothing if the value was written meanwhile. */
async function batch(
  { manager }: DataSource,
  sealer: Sealer,
  { target, property, purpose, contextOf, where }: SealedColumn,
): Promise<number> {
  const ids = sealer.outdatedIds(purpose);
  if (ids.length === 0) return 0;
  const outdated = manager
    .createQueryBuilder(target, 'row')
    .where(`substring(row.${property} from 1 for 4) IN (:...ids)`, { ids })
    .limit(BATCH);
  const rows = await (where === null ? outdated : outdated.andWhere(where)).getMany();
  let resealed = 0;
  for (const row of rows as Record<string, unknown>[]) {
    const context = contextOf(row);
    const sealed = row[property] as Buffer;
    const plain = sealer.tryOpen(purpose, sealed, context);
    if (plain === null) continue; // altered: its reader gets an error
    const id = manager.connection.getMetadata(target).getEntityIdMap(row);
    const now = { [property]: sealer.seal(purpose, plain, context) };
    const { affected } = await manager.update(target, { ...id, [property]: sealed }, now);
    resealed += affected ?? 0;
  }
  return resealed;
}
