import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Database } from '../platform/database/database.js';
import { Clock, SECOND } from '../platform/security/clock.js';
import { AppLog } from '../platform/telemetry/log.js';
import { VERSION } from '../platform/version.js';

const EVERY_MS = 15 * SECOND;

const SEEN = {
  name: 'node-seen',
  text: `INSERT INTO node (name, version, started_at, seen_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at`,
};
const GONE = { name: 'node-gone', text: 'DELETE FROM node WHERE name = $1' };

/** Registers every 15 seconds that this node is running, so that an operator sees all nodes and their versions. */
@Injectable()
export class NodeRegister {
  readonly name = `node-${randomBytes(3).toString('hex')}`;
  private readonly startedAt: Date;
  private timer: NodeJS.Timeout | null = null;
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: AppLog,
  ) {
    this.startedAt = clock.now();
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.sign();
    this.timer = setInterval(() => void (this.last = this.sign()), EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.last; // otherwise its row would return after the removal
    await this.quietly(GONE, [this.name]);
  }

  private sign(): Promise<void> {
    return this.quietly(SEEN, [this.name, VERSION, this.startedAt, this.clock.now()]);
  }

  /** Only informational: an unavailable database is reported elsewhere. */
  private async quietly(statement: typeof SEEN, values: unknown[]): Promise<void> {
    try {
      await this.database.query(statement, values);
    } catch (cause) {
      this.log.pino.debug({ cause: String(cause) }, 'the node could not be registered');
    }
  }
}
