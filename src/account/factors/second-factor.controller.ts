import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Authenticators } from '../../identity/factors/authenticators.js';
import { FactorSetup, type SettingUp } from '../../identity/factors/factor-setup.js';
import { TrustedBrowsers } from '../../identity/factors/trusted-browsers.js';
import type { AccountInformationView } from '../../identity/families/account-information.view.js';
import { CurrentAccount } from '../../identity/sessions/current-account.js';
import { CurrentSession, type CurrentHttpSession } from '../../identity/sessions/http-sessions.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { KeptBrowser } from '../../identity/sessions/kept-browser.js';
import { pageAfterEnd } from '../after-end.js';
import { byUser } from '../by-user.js';
import { FormField, readForm } from '../../platform/checks/form.js';
import { followUp } from '../../platform/errors/outcome.js';
import { AccountPage } from '../../platform/operations/declare.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { readerOf, type Reader } from '../../platform/pages/reader.js';
import { recoveryCodesPage } from './factor-setup.page.js';
import { factorErrorOf } from './factor-error.js';
import { OwnFactors } from './own-factors.js';
import { SECOND_FACTOR } from '../account-frame.js';

class ConfirmForm {
  @FormField()
  setup!: string;

  @FormField()
  code!: string;

  @FormField()
  setupCode!: string;
}

class UntrustForm {
  @FormField()
  browser!: string;
}

const SENSITIVE = { writes: true, isSensitive: { formOn: SECOND_FACTOR } } as const;

/** A person sets up and ends the own second factor, and the trust in browsers. */
@ApiExcludeController()
@Controller('account/second-factor')
export class SecondFactorController {
  constructor(
    private readonly own: OwnFactors,
    private readonly setup: FactorSetup,
    private readonly authenticators: Authenticators,
    private readonly trusted: TrustedBrowsers,
    private readonly browser: KeptBrowser,
  ) {}

  @Get()
  @AccountPage('accountsecondfactor', 'The second factor of an account')
  show(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.own.show(account, request, response);
  }

  @Post()
  @AccountPage('accountfactorbegin', 'Shows a new key for an authenticator application', SENSITIVE)
  async begin(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const view = await this.setup.begin(this.by(account, request));
    response.status(200);
    await this.own.showKey(account, request, response, { view });
  }

  @Post('confirm')
  @AccountPage('accountfactorconfirm', 'Turns a second factor on by its first code', { writes: true })
  async confirm(
    @CurrentAccount() account: AccountInformationView,
    @CurrentSession() session: CurrentHttpSession,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const form = (await readForm(ConfirmForm, request.body)).values;
    const who = this.by(account, request);
    const outcome = await this.setup.confirm(who, form).catch((cause: unknown) => {
      return { refused: factorErrorOf(response, cause) };
    });
    if ('codes' in outcome) {
      await followUp(session.prove(outcome.at, 'code'));
      return showCodes(outcome.codes, request, response);
    }
    if ('problem' in outcome) response.status(400);
    const error = 'problem' in outcome ? outcome.problem : outcome.refused;
    const isOver = error === 'setupOver' || error === 'alreadyProtected';
    const view = isOver ? null : await this.setup.again(who, form.setup);
    if (view) await this.own.showKey(account, request, response, { view, error, setupCode: form.setupCode });
    else await this.own.show(account, request, response, { error });
  }

  @Post('codes')
  @AccountPage('accountrecoverycodes', 'Makes new recovery codes in place of the others', SENSITIVE)
  async renewCodes(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const codes = await this.authenticators.renewRecovery(this.by(account, request));
    if (codes === null) return response.redirect(303, SECOND_FACTOR); // removed meanwhile
    showCodes(codes, request, response);
  }

  @Post('remove')
  @AccountPage('accountfactorremove', 'Removes the second factor of an account', SENSITIVE)
  async remove(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.authenticators.remove(this.by(account, request));
    response.status(200);
    await followUp(this.own.show(account, request, response, { isRemoved: true }));
  }

  @Post('untrust')
  @AccountPage('accountuntrust', 'Ends the trust in a browser', SENSITIVE)
  async untrust(
    @CurrentAccount() { accountId }: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { browser } = (await readForm(UntrustForm, request.body)).values;
    const { address } = exchangeOf(request).origin;
    await this.trusted.endOne(accountId, Buffer.from(browser, 'hex'), address);
    response.redirect(303, pageAfterEnd(request, `${SECOND_FACTOR}#trusted`));
  }

  private by(account: AccountInformationView, request: Request): SettingUp {
    const { accountId, identifiers, name } = account;
    const user = byUser(account, request);
    const browser = this.browser.of(accountId, request);
    return { ...user, browser, label: identifiers[0]?.value ?? name, hold: (tx) => holdSignIn(tx, user) };
  }
}

function showCodes(codes: readonly string[], request: Request, response: Response): void {
  response
    .status(200)
    .type('html')
    .send(recoveryCodesPage(readerAt(request), codes));
}

function readerAt(request: Request): Reader {
  return readerOf(request, { path: SECOND_FACTOR });
}
