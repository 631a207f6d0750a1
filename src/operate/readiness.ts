import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { ReadyView } from './health.view.js';

const PING = { name: 'ready-ping', text: 'SELECT 1' };

/** Whether this node should receive requests: its database answers and it is not shutting down. */
@Injectable()
export class Readiness {
  private isStopping = false;

  constructor(private readonly database: Database) {}

  /** Makes /health/ready fail from now on, before connections are refused. */
  stop(): void {
    this.isStopping = true;
  }

  async check(): Promise<{ isReady: boolean; checks: ReadyView['checks'] }> {
    const database = await this.database.query(PING, []).then(
      () => 'up' as const,
      () => 'down' as const,
    );
    const server = this.isStopping ? ('stopping' as const) : ('up' as const);
    return { isReady: database === 'up' && server === 'up', checks: { database, server } };
  }
}
