import { Injectable } from '@nestjs/common';
import { IdentifierChanges } from '../../identity/mailed-links/identifier-changes.js';
import { StopLinks, type OpenStop } from '../../identity/mailed-links/stop-links.js';
import { NO_BROWSER, Remedies } from '../../identity/accounts/remedies.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';

/** What was stopped by a link. */
export interface Stop extends OpenStop {
  /** The address that was removed belongs to another account by now: it was not put back. */
  readonly isTaken: boolean;
}

/** "This wasn't me": stops what a notice told of, and the sign-in in which it was done (D341). It signs nobody in. */
@Injectable()
export class OwnStops {
  constructor(
    private readonly database: Database,
    private readonly links: StopLinks,
    private readonly changes: IdentifierChanges,
    private readonly remedies: Remedies,
    private readonly audit: AuditLog,
  ) {}

  /** null: there is no such link, or it stops nothing any more. */
  look(token: string): Promise<OpenStop | null> {
    return this.links.look(token);
  }

  /** If two try at once, one succeeds. @returns null: it stops nothing any more */
  async stop(token: string, address: string): Promise<Stop | null> {
    try {
      return await this.stopNow(token, address);
    } catch (cause) {
      // Another account got the address at this moment: nothing was changed, and now it is seen to have it.
      if (!(cause instanceof CallError) || cause.definition !== Errors.accountAlreadyExists) throw cause;
      return this.stopNow(token, address);
    }
  }

  private stopNow(token: string, address: string): Promise<Stop | null> {
    return this.database.transaction(async (tx) => {
      const used = await this.links.use(tx, token);
      if (!used) return null;
      const { accountId, removed, about, beganId, usedAt } = used;
      // Put back first: a remedy never suspends the last that an account has.
      const isTaken = removed !== null && !(await this.changes.putBack(tx, accountId, removed, usedAt));
      await this.remedies.apply(tx, 'stopAddition', accountId, NO_BROWSER, { rank: 2, beganId });
      const event = { action: 'addition.stopped', outcome: 'ok', accountId, address } as const;
      await this.audit.record({ ...event, details: { what: about.kind } }, tx);
      return { ...used, isTaken };
    });
  }
}
