import { Controller, Get, Header, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccountPage } from '../platform/operations/declare.js';
import { exchangeOf } from '../platform/operations/exchange.js';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import { KeptBrowser } from '../identity/sessions/kept-browser.js';
import { CurrentAccount } from '../identity/sessions/current-account.js';
import { sessionDigestOf } from '../identity/sessions/http-sessions.js';
import { ConnectedApps, type ByUser } from '../oauth/consent/connected-apps.service.js';
import { FormField, readForm } from '../platform/checks/form.js';
import { readerOf } from '../platform/pages/reader.js';
import { Clock } from '../platform/security/clock.js';
import { SECTIONS } from './account-frame.js';
import { pageAfterEnd } from './after-end.js';
import { appsPage } from './apps.page.js';
import { devicesPage } from './devices.page.js';
import { historyPage } from './history.page.js';
import { OwnHistory } from './own-history.js';
import { SignIns } from './sign-ins.service.js';

const HTML = 'text/html; charset=utf-8';

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
@ApiExcludeController()
@Controller('account')
export class SignInsController {
  constructor(
    private readonly signIns: SignIns,
    private readonly apps: ConnectedApps,
    private readonly history: OwnHistory,
    private readonly browser: KeptBrowser,
    private readonly clock: Clock,
  ) {}

  @Get('devices')
  @Header('Content-Type', HTML)
  @AccountPage('accountdevices', 'Where an account is signed in')
  async showDevices(
    @CurrentAccount() { accountId }: AccountInformationView,
    @Req() request: Request,
  ): Promise<string> {
    const signIns = await this.signIns.of(accountId, sessionDigestOf(request));
    return devicesPage(readerOf(request), { signIns, now: this.clock.now() });
  }

  @Get('history')
  @Header('Content-Type', HTML)
  @AccountPage('accounthistory', "The history of an account's sign-ins")
  async showHistory(
    @CurrentAccount() { accountId }: AccountInformationView,
    @Query('after') after: unknown,
    @Req() request: Request,
  ): Promise<string> {
    return historyPage(readerOf(request), await this.history.of(accountId, after), this.clock.now());
  }

  @Get('applications')
  @Header('Content-Type', HTML)
  @AccountPage('accountapplications', 'The applications that an account allowed')
  async showApps(
    @CurrentAccount() { accountId }: AccountInformationView,
    @Req() request: Request,
  ): Promise<string> {
    return appsPage(readerOf(request), await this.apps.of(accountId));
  }

  @Post('end')
  @AccountPage('accountend', 'Signs a browser or a device out', {
    writes: true,
    isSensitive: { formOn: SECTIONS.devices },
  })
  async end(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { kind, id } = (await readForm(EndForm, request.body)).values;
    await this.signIns.end(by(account, request), kind, id);
    response.redirect(303, pageAfterEnd(request, SECTIONS.devices));
  }

  @Post('end-others')
  @AccountPage('accountendothers', 'Signs everything out but this browser', {
    writes: true,
    isSensitive: { formOn: SECTIONS.devices },
  })
  async endOthers(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.signIns.endOthers(by(account, request), this.browser.of(account.accountId, request));
    response.redirect(303, SECTIONS.devices);
  }

  @Post('disconnect')
  @AccountPage('accountdisconnect', 'Ends what an application was allowed, and its tokens', {
    writes: true,
    isSensitive: { formOn: SECTIONS.apps },
  })
  async disconnect(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { client } = (await readForm(DisconnectForm, request.body)).values;
    await this.apps.disconnect(by(account, request), client);
    response.redirect(303, pageAfterEnd(request, SECTIONS.apps));
  }
}

function by({ accountId }: Pick<ByUser, 'accountId'>, request: Request): ByUser {
  return { accountId, address: exchangeOf(request).origin.address };
}
