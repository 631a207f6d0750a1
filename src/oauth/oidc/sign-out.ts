import { Injectable } from '@nestjs/common';
import type { CurrentHttpSession } from '../../identity/sessions/current-session.js';
import { OpenSessions } from '../../identity/sessions/open-sessions.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { followUp } from '../../platform/errors/outcome.js';

/** Signs a browser out. */
@Injectable()
export class SignOut {
  constructor(
    private readonly database: Database,
    private readonly sessions: OpenSessions,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Ends the session of a request, and notifies its clients.
   * @param address of the request
   */
  async end(session: CurrentHttpSession, address: string): Promise<void> {
    const { accountId, digest } = session;
    if (accountId === null || digest === null) return session.end();
    await this.database.transaction((tx) => this.sessions.end(tx, accountId, { digest }));
    await followUp(session.end());
    await followUp(this.audit.record({ action: 'signout', outcome: 'ok', accountId, address }));
  }
}
