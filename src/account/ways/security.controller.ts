import { Get, Post } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { CurrentOwnVisit, proofFirst, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { sessionDigestOf } from '../../identity/sessions/current-session.js';
import { WaysList } from '../../identity/accounts/ways-list.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { lineIn } from '../../platform/checks/form.js';
import { Database } from '../../platform/database/database.js';
import { AccountPage, formOn } from '../../platform/operations/declare.js';
import { readerOf } from '../../platform/pages/reader.js';
import { Clock } from '../../platform/security/clock.js';
import { SECTIONS } from '../frame/account-frame.js';
import { byUser } from '../frame/by-user.js';
import { ENDED_HERE } from './own-way-end.js';
import { securityPage } from './security.page.js';

/** Shows every way into a person's account on one page, and ends those without a page of their own (D325). */
@AccountPages('account/security')
export class SecurityController {
  constructor(
    private readonly ways: WaysList,
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  @Get()
  @AccountPage('accountsecurity', 'Every way into an account')
  async show(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const page = securityPage(readerOf(visit, { path: SECTIONS.security }), {
      ways: await this.ways.of(visit.account.accountId),
      current: sessionDigestOf(visit)?.toString('hex') ?? null,
      now: this.clock.now(),
      proof: proofFirst(visit, SECTIONS.security),
      isRemoved: visit.query.removed !== undefined,
    });
    return html(page);
  }

  /** Ways in with a page of their own are ended there. Ending twice is no error. */
  @Post('end')
  @AccountPage(
    'accountwayend',
    'Ends a way into an account that has no page of its own',
    formOn(SECTIONS.security),
  )
  async end(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const by = byUser(visit);
    const { accountId, address } = by;
    const [asked, id] = [lineIn(visit.body, 'kind'), lineIn(visit.body, 'id')];
    const kind = ENDED_HERE.find((each) => each === asked);
    if (kind !== undefined)
      await this.database.transaction(async (tx) => {
        await holdSignIn(tx, by);
        if ((await this.ways.end(tx, accountId, kind, id)) !== 'ended') return;
        const event = { action: 'way.ended', outcome: 'ok', accountId, address } as const;
        await this.audit.record({ ...event, details: { kind, way: id } }, tx);
      });
    return seeOther(`${SECTIONS.security}?removed=`);
  }
}
