import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { Changes } from '../../platform/database/changes.js';
import { Database, TELL_OF_POOLER } from '../../platform/database/database.js';
import { notInForce, PLANNING, SESSION, TIME_LIMITS } from '../../platform/database/session-settings.js';
import { ok, problem, type CheckView } from './check.view.js';

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

/** Checks what a pooler between Hearth and PostgreSQL can take away: settings of the session, and hearing of changes. */
@Injectable()
export class SessionChecks {
  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
    private readonly config: AppConfig,
  ) {}

  async run(): Promise<CheckView[]> {
    const names = Object.keys({ ...PLANNING, ...TIME_LIMITS });
    const [found] = await this.database.query<Found>(IN_FORCE, [names]);
    return [this.session(found), await this.hearing()];
  }

  private session({ role, database, settings }: Found): CheckView {
    if (this.database.isPooledUntold)
      return problem('session', 'prepared statements get lost', TELL_OF_POOLER);
    const missing = notInForce(settings);
    if (missing.length === 0) return ok('session', 'planning settings and time limits are in force');
    const found = missing.map((name) => `${name} is ${settings[name]}`).join(', ');
    return problem('session', found, this.advice(missing, `ROLE ${role} IN DATABASE ${database}`));
  }

  private advice(missing: readonly string[], whose: string): string {
    if (this.config.databasePooler !== 'transaction')
      return 'Something between Hearth and PostgreSQL takes the settings away. Set DATABASE_POOLER to its mode.';
    const sql = missing.map((name) => `ALTER ${whose} SET ${name} = '${SESSION[name]}';`).join(' ');
    return `Run: ${sql} Then have the pooler connect anew (RECONNECT).`;
  }

  private async hearing(): Promise<CheckView> {
    if (await this.changes.areHeard()) return ok('changes', 'are heard at once');
    const advice =
      'Let DATABASE_LISTEN_URL lead to the same database past every pooler. Until then a change of another node takes effect here within 5 s.';
    return problem('changes', 'of other nodes are not heard', advice);
  }
}
