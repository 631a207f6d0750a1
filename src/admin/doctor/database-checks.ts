import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { Database, TELL_OF_POOLER } from '../../platform/database/database.js';
import { APART_MS, ClockWatch, FAR_APART_MS } from '../../platform/database/clock-watch.js';
import { SECOND, Clock, DAY } from '../../platform/security/clock.js';
import { ok, problem, warning, type CheckView } from './check.view.js';
import { isLocal } from './settings-checks.js';
import { AuditPartitions } from '../../platform/audit/audit-partitions.js';
import { KeptEvents } from '../../platform/audit/kept-events.js';
import { Changes } from '../../platform/database/changes.js';
import { notInForce, PLANNING, SESSION, TIME_LIMITS } from '../../platform/database/postgres-session.js';

const VERSION = {
  name: 'doctor-database',
  text: `SELECT current_setting('server_version') AS version`,
};
const SLOW_MS = 50;
const WEEK_MS = 7 * DAY;
const AHEAD = {
  each: (
    kept: string,
  ) => `SELECT coalesce((details->>'count')::int, 1) AS times, at FROM ${kept} AND action = 'token.ahead'
    AND at >= $1::timestamptz`,
  all: (events: string) => `SELECT coalesce(sum(times), 0)::int AS times, max(at) AS last FROM ${events}`,
};
const IN_FORCE = {
  name: 'doctor-session',
  text: `SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS database,
      (SELECT json_object_agg(name, setting) FROM pg_settings WHERE name = ANY($1)) AS settings`,
};

interface Found {
  readonly role: string;
  readonly database: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Checks the database: version, latency, migrations, clock, the audit trail in it, and the session that a node has with it. */
@Injectable()
export class DatabaseChecks {
  constructor(
    private readonly database: Database,
    private readonly clockWatch: ClockWatch,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly partitions: AuditPartitions,
    private readonly events: KeptEvents,
    private readonly changes: Changes,
  ) {}

  async run(): Promise<CheckView[]> {
    const started = performance.now();
    const [{ version }] = await this.database.query<{ version: string }>(VERSION, []);
    const tookMs = performance.now() - started;
    const home = [
      this.home(version, tookMs),
      await this.migrations(),
      await this.time(),
      await this.audit(),
      await this.grants(),
    ];
    return this.database.isEmbedded ? home : [...home, ...(await this.session())];
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

  /** Whether the audit trail can be written. */
  private async audit(): Promise<CheckView> {
    const [first, ...others] = await this.partitions.missing();
    if (first === undefined) return ok('audit', 'partitions for this month and three ahead');
    const text = `no partition for ${first.class} in ${first.month}${others.length > 0 ? `, and ${others.length} more` : ''}`;
    const advice = 'The log says each minute why they could not be made (docs/operate/reference.md#audit).';
    if (first.isDue)
      return problem(
        'audit',
        text,
        `${advice} Until then, what would be recorded there fails, for its caller too.`,
      );
    return warning('audit', text, advice);
  }

  /** Whether the audit trail shows that the database was set back (D205). */
  private async grants(): Promise<CheckView> {
    const since = new Date(this.clock.millis() - WEEK_MS);
    const [{ times, last }] = await this.events.read<{ times: number; last: Date | null }>(AHEAD, [since]);
    if (last === null) return ok('grants', 'no refresh token is newer than its grant');
    const text = `${times} refresh tokens were newer than their grants this week, the last at ${last.toISOString()}`;
    const advice =
      'The database was set back: a restore, or a failover that lost its last commits. What was ended or changed in that time is undone (docs/operate/incidents.md#the-database-was-set-back). A copy for tests needs an instance_secret of its own.';
    return warning('grants', text, advice);
  }

  /** Checks what a pooler between Hearth and PostgreSQL can take away: settings of the session, and notices of changes. */
  async session(): Promise<CheckView[]> {
    const names = Object.keys({ ...PLANNING, ...TIME_LIMITS });
    const [found] = await this.database.query<Found>(IN_FORCE, [names]);
    return [this.settings(found), await this.hearing()];
  }

  private settings({ role, database, settings }: Found): CheckView {
    if (this.database.isPooledUntold)
      return problem('session', 'prepared statements get lost', TELL_OF_POOLER);
    const missing = notInForce(settings);
    if (missing.length === 0) return ok('session', 'planning settings and time limits are in force');
    const found = missing.map((name) => `${name} is ${settings[name]}`).join(', ');
    return problem('session', found, this.pooledAdvice(missing, `ROLE ${role} IN DATABASE ${database}`));
  }

  private pooledAdvice(missing: readonly string[], whose: string): string {
    if (this.config.databasePooler !== 'transaction')
      return 'Something between Hearth and PostgreSQL takes the settings away. Set DATABASE_POOLER to its mode.';
    const sql = missing.map((name) => `ALTER ${whose} SET ${name} = '${SESSION[name]}';`).join(' ');
    return `Run: ${sql} Then have the pooler connect anew (RECONNECT).`;
  }

  private async hearing(): Promise<CheckView> {
    if (await this.changes.areHeard()) return ok('changes', 'change notifications arrive');
    const advice =
      'Let DATABASE_LISTEN_URL lead to the same database past every pooler. Until then a change of another node takes effect here within 5 s.';
    return problem('changes', 'change notifications of other nodes do not arrive', advice);
  }
}
