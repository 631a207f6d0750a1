import { Get, Post, Query } from '@nestjs/common';
import { AccountPages } from '../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../platform/operations/visit.js';
import { AccountPage } from '../platform/operations/declare.js';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import { KeptBrowser } from '../identity/sessions/kept-browser.js';
import { CurrentAccount } from '../identity/sessions/current-account.js';
import { sessionDigestOf } from '../identity/sessions/http-sessions.js';
import { ConnectedApps, type ByUser } from '../oauth/consent/connected-apps.service.js';
import { FormField, readForm } from '../platform/checks/form.js';
import { readerOf } from '../platform/pages/reader.js';
import { Clock } from '../platform/security/clock.js';
import { SECTIONS } from './frame/account-frame.js';
import { pageAfterEnd } from './frame/after-end.js';
import { appsPage } from './apps.page.js';
import { devicesPage } from './devices.page.js';
import { historyPage } from './history.page.js';
import { OwnHistory } from './own-history.js';
import { SignIns } from './sign-ins.service.js';

/** A button that ends one sign-in; one of another account is ignored. */
class EndForm {
  @FormField()
  kind!: string;

  @FormField()
  id!: string;
}

class DisconnectForm {
  @FormField()
  client!: string;
}

/** Shows and ends the browsers and devices of a person's account, and its applications (D61). */
@AccountPages('account')
export class SignInsController {
  constructor(
    private readonly signIns: SignIns,
    private readonly apps: ConnectedApps,
    private readonly history: OwnHistory,
    private readonly browser: KeptBrowser,
    private readonly clock: Clock,
  ) {}

  @Get('devices')
  @AccountPage('accountdevices', 'Where an account is signed in')
  async showDevices(
    @CurrentAccount() { accountId }: AccountInformationView,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const signIns = await this.signIns.of(accountId, sessionDigestOf(visit));
    return html(devicesPage(readerOf(visit), { signIns, now: this.clock.now() }));
  }

  @Get('history')
  @AccountPage('accounthistory', "The history of an account's sign-ins")
  async showHistory(
    @CurrentAccount() { accountId }: AccountInformationView,
    @Query('after') after: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const history = await this.history.of(accountId, after);
    return html(historyPage(readerOf(visit), history, this.clock.now()));
  }

  @Get('applications')
  @AccountPage('accountapplications', 'The applications that an account allowed')
  async showApps(
    @CurrentAccount() { accountId }: AccountInformationView,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    return html(appsPage(readerOf(visit), await this.apps.of(accountId)));
  }

  @Post('end')
  @AccountPage('accountend', 'Signs a browser or a device out', {
    writes: true,
    isSensitive: { formOn: SECTIONS.devices },
  })
  async end(@CurrentAccount() account: AccountInformationView, @CurrentVisit() visit: Visit): Promise<Shown> {
    const { kind, id } = (await readForm(EndForm, visit.body)).values;
    await this.signIns.end(by(account, visit), kind, id);
    return seeOther(pageAfterEnd(visit, SECTIONS.devices));
  }

  @Post('end-others')
  @AccountPage('accountendothers', 'Signs everything out but this browser', {
    writes: true,
    isSensitive: { formOn: SECTIONS.devices },
  })
  async endOthers(
    @CurrentAccount() account: AccountInformationView,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    await this.signIns.endOthers(by(account, visit), this.browser.of(account.accountId, visit));
    return seeOther(SECTIONS.devices);
  }

  @Post('disconnect')
  @AccountPage('accountdisconnect', 'Ends what an application was allowed, and its tokens', {
    writes: true,
    isSensitive: { formOn: SECTIONS.apps },
  })
  async disconnect(
    @CurrentAccount() account: AccountInformationView,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const { client } = (await readForm(DisconnectForm, visit.body)).values;
    await this.apps.disconnect(by(account, visit), client);
    return seeOther(pageAfterEnd(visit, SECTIONS.apps));
  }
}

function by({ accountId }: Pick<ByUser, 'accountId'>, visit: Visit): ByUser {
  return { accountId, address: visit.address };
}
