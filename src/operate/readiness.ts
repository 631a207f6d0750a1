import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { ClockWatch } from '../platform/database/clock-watch.js';
import type { ReadyView } from './health.view.js';

/** After a failover a connection may lead to a server that only reads (PostgreSQL: `transaction_read_only`). */
const PING = {
  name: 'ready-ping',
  text: `SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
};

/** Checks whether this node should receive requests: a writable database, a right clock, no shutdown. */
@Injectable()
export class Readiness {
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly clockWatch: ClockWatch,
  ) {}

  /** Makes /health/ready fail from now on; connections are refused later. */
  stop(): void {
    this.isStopping = true;
  }

  async check(): Promise<{ isReady: boolean; checks: ReadyView['checks'] }> {
    const database = await this.database.query<{ isReadOnly: boolean }>(PING, []).then(
      ([{ isReadOnly }]) => (isReadOnly ? ('read-only' as const) : ('up' as const)),
      () => 'down' as const,
    );
    const server = this.isStopping ? ('stopping' as const) : ('up' as const);
    const clock = this.clockWatch.verdict;
    const isReady = database === 'up' && server === 'up' && clock === 'right';
    return { isReady, checks: { database, server, clock } };
  }
}
