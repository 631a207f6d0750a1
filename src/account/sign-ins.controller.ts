import { Get, Param, Post, Query } from '@nestjs/common';
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
import { isLong, type Long } from '../platform/operations/long.js';
import { readerOf } from '../platform/pages/reader.js';
import { Clock } from '../platform/security/clock.js';
import { SECTIONS } from './frame/account-frame.js';
import { disownedSignInPage } from './disowned-sign-in.page.js';
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

  @Get('sign-ins/:id')
  @AccountPage('accountsignin', 'Asks whether a sign-in is not recognised', { isSensitive: true })
  async showSignIn(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: Long): Promise<Shown> {
    const found = isLong(id) ? await this.signIns.began(visit.account.accountId, id) : null;
    if (!found) return seeOther(SECTIONS.devices); // no longer kept
    return html(disownedSignInPage(readerOf(visit), found, this.clock.now()));
  }

  @Post('sign-ins/:id')
  @AccountPage(
    'accountdisown',
    'Ends a sign-in that is not recognised, with what was made in it',
    formOn('/account/sign-ins/:id'),
  )
  async disown(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: Long): Promise<Shown> {
    const kept = keptBrowserOf(visit);
    if (isLong(id)) await this.signIns.disown(byUser(visit), id, kept);
    return seeOther(SECTIONS.signIn); // this page changes the password, and lists what is suspended
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
