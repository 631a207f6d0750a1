import { Get, Param, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { formLabels } from '../../platform/checks/form.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { refusalOf, sentForm, withPassword } from '../shell/console/sent-form.js';
import { AccountDirectory } from './account-directory.js';
import { AccountHolding } from './account-holding.js';
import { AccountPages } from './account-pages.js';
import { SecureBody } from './account-securing.args.js';
import { holdAccountPage, secureAccountPage } from './account-securing.page.js';
import { AccountSecuring } from './account-securing.js';

const LABELS = formLabels(SecureBody);

/** The same by pages that say what ends. */
@Console('accounts/:accountId')
@UsePipes(bodyPipe)
export class AccountSecuringConsole {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly pages: AccountPages,
    private readonly holding: AccountHolding,
    private readonly securing: AccountSecuring,
    private readonly confirmation: Confirmation,
  ) {}

  @Get('hold')
  @ConsolePage('adminaccountholdpage', 'Confirms that an account is put on hold', { role: 'support' })
  async holdPage(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
  ): Promise<string> {
    return holdAccountPage({ by, account: await this.directory.get(accountId) });
  }

  @Post('hold')
  @ConsolePage('adminaccountholdform', 'Puts an account on hold', { role: 'support', writes: true })
  async hold(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @Res() response: Response,
  ): Promise<void> {
    const outcome = await refusalOf(this.holding.hold(accountId, by));
    if ('done' in outcome) return this.pages.confirm(response, accountId, 'held');
    const account = await this.directory.get(accountId);
    response.status(422).type('html');
    response.send(holdAccountPage({ by, account, ...outcome }));
  }

  @Get('secure')
  @ConsolePage('adminaccountsecurepage', 'Asks how an account is secured')
  async securePage(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
  ): Promise<string> {
    const account = await this.directory.get(accountId);
    const addresses = await this.securing.addressesOf(account.accountId, by);
    return secureAccountPage({ by, account, addresses, asksPassword: this.confirmation.asksPassword(by) });
  }

  @Post('secure')
  @ConsolePage('adminaccountsecureform', 'Secures an account', { writes: true })
  async secure(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const account = await this.directory.get(accountId);
    const password = await this.confirmation.passwordProblem(request, by);
    const sent = withPassword(await sentForm(SecureBody, request.body), password);
    const outcome =
      'errors' in sent ? sent : await refusalOf(this.securing.secure(accountId, sent.body, by), LABELS);
    if ('done' in outcome)
      return this.pages.confirm(
        response,
        accountId,
        outcome.done.sentTo === null ? 'secured-link' : 'secured',
      );
    const addresses = await this.securing.addressesOf(account.accountId, by);
    const asksPassword = this.confirmation.asksPassword(by);
    response.status(422).type('html');
    response.send(
      secureAccountPage({ by, account, addresses, asksPassword, ...outcome, values: sent.values }),
    );
  }
}
