import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { outcomeOf, refusalOf, sentForm } from '../shell/console/sent-form.js';
import { AccountDirectory } from './account-directory.js';
import { AccountHolding } from './account-holding.js';
import { AccountPages } from './account-pages.js';
import { SecureBody } from './account-securing.args.js';
import { holdAccountPage, secureAccountPage } from './account-securing.page.js';
import { AccountSecuring } from './account-securing.js';

/** The same by pages that say what ends. */
@Console('accounts/:accountId')
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
  async holdPage(@AtConsole() { by }: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    return html(holdAccountPage({ by, account: await this.directory.get(accountId) }));
  }

  @Post('hold')
  @ConsolePage('adminaccountholdform', 'Puts an account on hold', { role: 'support', writes: true })
  async hold(@AtConsole() { by }: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const outcome = await refusalOf(this.holding.hold(accountId, by));
    if ('done' in outcome) return this.pages.confirm(accountId, 'held');
    const account = await this.directory.get(accountId);
    return html(holdAccountPage({ by, account, ...outcome }), { status: 422 });
  }

  @Get('secure')
  @ConsolePage('adminaccountsecurepage', 'Asks how an account is secured')
  async securePage(
    @AtConsole() { by, asksPassword }: ConsoleVisit,
    @Param('accountId') accountId: string,
  ): Promise<Shown> {
    const account = await this.directory.get(accountId);
    const addresses = await this.securing.addressesOf(account.accountId, by);
    return html(secureAccountPage({ by, account, addresses, asksPassword }));
  }

  @Post('secure')
  @ConsolePage('adminaccountsecureform', 'Secures an account', { writes: true })
  async secure(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const { by, asksPassword } = visit;
    const account = await this.directory.get(accountId);
    const sent = await this.confirmation.withPassword(visit, sentForm(SecureBody, visit.body));
    const outcome = await outcomeOf(sent, (body) => this.securing.secure(accountId, body, by));
    if ('done' in outcome)
      return this.pages.confirm(accountId, outcome.done.sentTo === null ? 'secured-link' : 'secured');
    const addresses = await this.securing.addressesOf(account.accountId, by);
    return html(
      secureAccountPage({ by, account, addresses, asksPassword, ...outcome, values: sent.values }),
      { status: 422 },
    );
  }
}
