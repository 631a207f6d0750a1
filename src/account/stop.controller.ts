import { Get, Param, Post } from '@nestjs/common';
import { OpenPages } from '../platform/operations/controllers.js';
import { html, type Shown } from '../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../platform/operations/visit.js';
import { Outcomes } from '../identity/mailed-links/outcomes.js';
import { MailedLinkPage } from '../platform/operations/declare.js';
import { readerOf } from '../platform/pages/reader.js';
import { stoppedPage, stopOverPage, stopPage, type StoppedAct } from './stop.page.js';
import { IdentifierChanges } from '../identity/mailed-links/identifier-changes.js';
import { StopLinks, type OpenStop } from '../identity/mailed-links/stop-links.js';
import { NO_BROWSER, Remedies } from '../identity/accounts/remedies.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import { Database } from '../platform/database/database.js';
import { CallError } from '../platform/errors/call-error.js';
import { Errors } from '../platform/errors/catalogue.js';

const GONE = 410;

/** What a link undid. */
interface Stop extends OpenStop {
  /** Whether another account has the removed address by now: then it was not put back. */
  readonly isTaken: boolean;
}

/**
 * "This wasn't me", by the link in a notice: undoes what the notice told of, and ends the sign-in in which it was done (D341).
 * It signs nobody in. A GET, as mail scanners send it, changes nothing.
 */
@OpenPages('not-me')
export class StopController {
  constructor(
    private readonly database: Database,
    private readonly links: StopLinks,
    private readonly changes: IdentifierChanges,
    private readonly remedies: Remedies,
    private readonly audit: AuditLog,
    private readonly outcomes: Outcomes,
  ) {}

  @Get(':token')
  @MailedLinkPage('notme', 'The page behind the link in a notice: what was done, and a button that stops it')
  async show(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    const stopped = this.outcomes.find<StoppedAct>(visit, pageOf(token));
    if (stopped) return html(stoppedPage(readerOf(visit, { of: stopped.reads }), stopped));
    const open = await this.links.look(token);
    return open ? html(stopPage(readerOf(visit, { of: open.reads }), token, open)) : over(visit);
  }

  @Post(':token')
  @MailedLinkPage('notmepost', 'Stops it, and signs out the browser in which it was done', { writes: true })
  async stop(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    const stop = await this.stopOnce(token, visit.address);
    return stop ? this.outcomes.lead(pageOf(token), stoppedBy(stop)) : over(visit);
  }

  /** Of two concurrent requests one succeeds. @returns null: the link no longer works */
  private async stopOnce(token: string, address: string): Promise<Stop | null> {
    try {
      return await this.stopNow(token, address);
    } catch (cause) {
      // Another account got the address meanwhile and nothing was changed: the second try sees that.
      if (!(cause instanceof CallError) || cause.definition !== Errors.accountAlreadyExists) throw cause;
      return this.stopNow(token, address);
    }
  }

  private stopNow(token: string, address: string): Promise<Stop | null> {
    return this.database.transaction(async (tx) => {
      const used = await this.links.use(tx, token);
      if (!used) return null;
      const { accountId, removed, about, beganId, usedAt } = used;
      // Put back first: a remedy never suspends the last identifier of an account.
      const isTaken = removed !== null && !(await this.changes.putBack(tx, accountId, removed, usedAt));
      await this.remedies.apply(tx, 'stopAddition', accountId, NO_BROWSER, { rank: 2, beganId });
      const event = { action: 'addition.stopped', outcome: 'ok', accountId, address } as const;
      await this.audit.record({ ...event, details: { what: about.kind } }, tx);
      return { ...used, isTaken };
    });
  }
}

function pageOf(token: string): string {
  return `/not-me/${encodeURIComponent(token)}`;
}

function stoppedBy({ about, reads, removed, isTaken }: Stop): StoppedAct {
  const { locale, timeZone, countryCode } = reads;
  return { about, reads: { locale, timeZone, countryCode }, isPutBack: removed === null ? null : !isTaken };
}

/** Answers every link that no longer works with the same page. */
function over(visit: Visit): Shown {
  return html(stopOverPage(readerOf(visit)), { status: GONE });
}
