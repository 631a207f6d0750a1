import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Repeated } from '../platform/repeated.js';
import { MINUTE } from '../platform/security/clock.js';
import { Sealer } from '../platform/security/sealer.js';
import { usesSubkeys } from '../platform/security/legacy-sealing.js';
import { AppLog } from '../platform/telemetry/log.js';
import { resealValues } from './reseal-values.js';

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
