import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { Database } from '../../platform/database/database.js';
import { APART_MS, ClockWatch, FAR_APART_MS } from '../../platform/database/clock-watch.js';
import { SECOND } from '../../platform/security/clock.js';
import { AuditChecks } from './audit-checks.js';
import { ok, problem, warning, type CheckView } from './check.view.js';
import { SessionChecks } from './session-checks.js';
import { isLocal } from './settings-checks.js';

const VERSION = {
  name: 'doctor-database',
  text: `SELECT current_setting('server_version') AS version`,
};
const SLOW_MS = 50;

/** Checks the database: version, latency, migrations, clock, what the audit tells. */
@Injectable()
export class DatabaseChecks {
  constructor(
    private readonly database: Database,
    private readonly clockWatch: ClockWatch,
    private readonly config: AppConfig,
    private readonly session: SessionChecks,
    private readonly audit: AuditChecks,
  ) {}

  async run(): Promise<CheckView[]> {
    const started = performance.now();
    const [{ version }] = await this.database.query<{ version: string }>(VERSION, []);
    const tookMs = performance.now() - started;
    const home = [
      this.home(version, tookMs),
      await this.migrations(),
      await this.time(),
      ...(await this.audit.run()),
    ];
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

  /** Nodes judge by the database's clock; id_tokens, certificates and logs are read by others who trust theirs. */
  private async time(): Promise<CheckView> {
    await this.clockWatch.compare();
    const { apartMs } = this.clockWatch;
    const text = `this server and the database are ${(apartMs / SECOND).toFixed(1)} s apart`;
    if (apartMs <= APART_MS) return ok('clock', text);
    const advice = 'Synchronize both clocks with NTP. The database’s is used until then.';
    if (apartMs <= FAR_APART_MS) return warning('clock', text, advice);
    return problem('clock', text, `${advice} This node is not ready: load balancers send it no requests.`);
  }
}
