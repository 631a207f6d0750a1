import { Get, Post, Query } from '@nestjs/common';
import { AccountPages } from '../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../platform/operations/shown.js';
import { AccountPage, formOn } from '../platform/operations/declare.js';
import { keptBrowserOf } from '../identity/sessions/kept-browser.js';
import { CurrentOwnVisit, type OwnVisit } from '../identity/sessions/own-visit.js';
import { sessionDigestOf } from '../identity/sessions/current-session.js';
import { ConnectedApps } from '../oauth/consent/connected-apps.service.js';
import { KeptEvents } from '../platform/audit/kept-events.js';
import { Database } from '../platform/database/database.js';
import { lineIn } from '../platform/checks/form.js';
import { readerOf } from '../platform/pages/reader.js';
import { Clock } from '../platform/security/clock.js';
import { SECTIONS } from './frame/account-frame.js';
import { pageAfterEnd } from './frame/after-end.js';
import { byUser } from './frame/by-user.js';
import { historyOf } from './own-history.js';
import { SignIns } from './sign-ins.service.js';
import { appsPage, devicesPage, historyPage } from './sign-ins.page.js';

/** Shows and ends a person's browsers, devices and applications (D61). */
@AccountPages('account')
export class SignInsController {
  constructor(
    private readonly signIns: SignIns,
    private readonly apps: ConnectedApps,
    private readonly events: KeptEvents,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Get('devices')
  @AccountPage('accountdevices', 'Where an account is signed in')
  async showDevices(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const signIns = await this.signIns.of(visit.account.accountId, sessionDigestOf(visit));
    return html(devicesPage(readerOf(visit), { signIns, now: this.clock.now() }));
  }

  @Get('history')
  @AccountPage('accounthistory', "The history of an account's sign-ins")
  async showHistory(@CurrentOwnVisit() visit: OwnVisit, @Query('after') after: unknown): Promise<Shown> {
    const { manager } = this.database.dataSource;
    const history = await historyOf(this.events, manager, visit.account.accountId, after);
    return html(historyPage(readerOf(visit), history, this.clock.now()));
  }

  @Get('applications')
  @AccountPage('accountapplications', 'The applications that an account allowed')
  async showApps(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    return html(appsPage(readerOf(visit), await this.apps.of(visit.account.accountId), this.clock.now()));
  }

  @Post('end')
  @AccountPage('accountend', 'Signs a browser or a device out', formOn(SECTIONS.devices))
  async end(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    await this.signIns.end(byUser(visit), lineIn(visit.body, 'kind'), lineIn(visit.body, 'id'));
    return seeOther(pageAfterEnd(visit, SECTIONS.devices));
  }

  @Post('end-others')
  @AccountPage('accountendothers', 'Signs everything out but this browser', formOn(SECTIONS.devices))
  async endOthers(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    await this.signIns.endOthers(byUser(visit), keptBrowserOf(visit));
    return seeOther(SECTIONS.devices);
  }

  @Post('disconnect')
  @AccountPage(
    'accountdisconnect',
    'Ends what an application was allowed, and its tokens',
    formOn(SECTIONS.apps),
  )
  async disconnect(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    await this.apps.disconnect(byUser(visit), lineIn(visit.body, 'client'));
    return seeOther(pageAfterEnd(visit, SECTIONS.apps));
  }
}
