import { Injectable } from '@nestjs/common';
import type { CurrentHttpSession } from '../../identity/sessions/http-session.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { followUp } from '../../platform/errors/outcome.js';
import { BackchannelLogout } from './backchannel-logout.js';

/** Signs a browser out. */
@Injectable()
export class SignOut {
  constructor(
    private readonly database: Database,
    private readonly backchannel: BackchannelLogout,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Ends the session of a request; its clients are told first, so that none is forgotten.
   * @param address where the request came from
   */
  async end(session: CurrentHttpSession, address: string): Promise<void> {
    const { accountId, digest } = session;
    if (accountId === null || digest === null) return session.end();
    const isAnyTold = await this.database.transaction((tx) =>
      this.backchannel.tellOfSession(tx, accountId, digest),
    );
    await (isAnyTold ? followUp(session.end()) : session.end());
    await followUp(this.audit.record({ action: 'signout', outcome: 'ok', accountId, address }));
  }
}
