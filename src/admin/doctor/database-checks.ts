import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { Database } from '../../platform/database/database.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { ok, problem, warning, type CheckView } from './check.js';
import { SessionChecks } from './session-checks.js';
import { isLocal } from './settings-checks.js';

const NOW = {
  name: 'doctor-database',
  text: `SELECT clock_timestamp() AS now, current_setting('server_version') AS version`,
};
const SLOW_MS = 50;
const APART_MS = 2 * SECOND;

/** Checks the database: version, latency, migrations, clock. */
@Injectable()
export class DatabaseChecks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly session: SessionChecks,
  ) {}

  async run(): Promise<CheckView[]> {
    const started = performance.now();
    const [{ now, version }] = await this.database.query<{ now: Date; version: string }>(NOW, []);
    const tookMs = performance.now() - started;
    const home = [this.home(version, tookMs), await this.migrations(), this.time(now)];
    return this.database.isEmbedded ? home : [...home, ...(await this.session.run())];
  }

  private home(version: string, tookMs: number): CheckView {
    const text = `PostgreSQL ${version.split(' ')[0]} answers in ${tookMs.toFixed(1)} ms`;
    if (this.database.isEmbedded && !isLocal(this.config)) {
      const advice =
        'Set DATABASE_URL. The embedded database serves one process only, and a power failure can lose the last writes.';
      return warning('database', `embedded ${text}`, advice);
    }
    if (tookMs <= SLOW_MS) return ok('database', this.database.isEmbedded ? `embedded ${text}` : text);
    return warning(
      'database',
      text,
      'Move server and database closer together, or find out what keeps the database busy.',
    );
  }

  private async migrations(): Promise<CheckView> {
    const isWaiting = await this.database.dataSource.showMigrations();
    if (!isWaiting) return ok('migrations', 'all applied');
    return problem(
      'migrations',
      'some have not been applied',
      'Start a node of this version, or run: npm run migration:run.',
    );
  }

  /** Nodes share what expires, but each judges expiry by its own clock. */
  private time(theirs: Date): CheckView {
    const apartMs = Math.abs(this.clock.millis() - theirs.getTime());
    const text = `this server and the database are ${(apartMs / SECOND).toFixed(1)} s apart`;
    if (apartMs < APART_MS) return ok('clock', text);
    return problem(
      'clock',
      text,
      'Synchronize both clocks with NTP; otherwise tokens and sessions expire too early or too late.',
    );
  }
}
