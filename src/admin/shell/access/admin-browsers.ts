import { Injectable } from '@nestjs/common';
import type { Visit } from '../../../platform/operations/visit.js';
import type { Method } from '../../../identity/sessions/authentication.js';
import { KnownBrowsers } from '../../../identity/sessions/known-browsers.js';
import { browserOf } from '../../../identity/sign-ins/user-agent.js';
import { Database } from '../../../platform/database/database.js';
import type { Long } from '../../../platform/operations/long.js';
import { Clock } from '../../../platform/security/clock.js';
import { digestOf } from '../../../platform/security/secrets.js';
import { clearAdminCookie, setAdminCookie } from './admin-cookie.js';
import { AdminSessions } from './admin-sessions.js';
import type { ConsoleVisit } from './administrator.js';

const NOTE = {
  name: 'admin-session-agent',
  isRepeatable: true,
  text: 'UPDATE admin_session SET agent = $2::jsonb WHERE digest = $1 RETURNING account_id',
};

/** Signs browsers in to the administration, and out. */
@Injectable()
export class AdminBrowsers {
  constructor(
    private readonly database: Database,
    private readonly sessions: AdminSessions,
    private readonly browsers: KnownBrowsers,
    private readonly clock: Clock,
  ) {}

  /** Stores the browser of a session. @param id of the session @returns its account; null if it has ended */
  async note(id: string, visit: Visit): Promise<Long | null> {
    const values = [digestOf(id), JSON.stringify(browserOf(visit))];
    const [row] = await this.database.query<{ account_id: Long }>(NOTE, values);
    return row?.account_id ?? null;
  }

  /** Signs a browser in by its cookie, and notifies the account of a new browser (D255). */
  async enter(id: string, methods: readonly Method[], visit: Visit): Promise<void> {
    const accountId = await this.note(id, visit);
    if (accountId !== null) await this.browsers.meet({ accountId, at: this.clock.now(), methods }, visit);
    setAdminCookie(visit, 'console', id);
  }

  /** Signs it out. */
  async leave(visit: ConsoleVisit): Promise<void> {
    const { session, address } = visit.by;
    if (session) await this.sessions.end(session, address);
    clearAdminCookie(visit, 'console');
  }
}
