import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { outcomeOf, queryIn, doneOrRefused, sentForm } from '../shell/console/sent-form.js';
import { AccountDirectory } from './account-directory.js';
import { AccountSections } from './account-sections.js';
import { SecureBody } from './account-securing.args.js';
import { holdAccountPage, secureAccountPage } from './account-securing.page.js';
import { AccountSecuring } from './account-securing.js';
import { saidAfter } from './account-tabs.js';
import { AccountWays } from './account-ways.js';
import { endWayPage } from './account-ways.page.js';

/** The ways into an account, an end to any, and the pages that put it on hold and secure it. */
@Console('accounts/:accountId')
export class AccountSecuringConsole {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly pages: AccountSections,
    private readonly securing: AccountSecuring,
    private readonly ways: AccountWays,
    private readonly confirmation: Confirmation,
  ) {}

  @Get('ways')
  @ConsolePage('adminaccountwayspage', 'One account: every way into it', { role: 'support' })
  async waysPage(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const ways = await this.ways.of(accountId);
    return this.pages.show(visit, accountId, 'ways', { ways, done: saidAfter(queryIn(visit, 'done')) });
  }

  @Get('ways/:kind/:wayId/end')
  @ConsolePage('adminaccountwayendpage', 'Confirms the end of a way into an account')
  async endPage(
    @AtConsole() { by, asksPassword }: ConsoleVisit,
    @Param('accountId') accountId: string,
    @Param('kind') kind: string,
    @Param('wayId') wayId: string,
  ): Promise<Shown> {
    const account = await this.directory.get(accountId);
    const way = await this.ways.find(accountId, kind, wayId);
    return html(endWayPage({ by, account, way, asksPassword }));
  }

  @Post('ways/:kind/:wayId/end')
  @ConsolePage('adminaccountwayendform', 'Ends a way into the account of someone else', { writes: true })
  async end(
    @AtConsole() visit: ConsoleVisit,
    @Param('accountId') accountId: string,
    @Param('kind') kind: string,
    @Param('wayId') wayId: string,
  ): Promise<Shown> {
    const { by, asksPassword } = visit;
    const account = await this.directory.get(accountId);
    const way = await this.ways.find(accountId, kind, wayId);
    const outcome = await this.confirmation.ifConfirmed(visit, 'password', () =>
      this.ways.end(accountId, kind, wayId, by),
    );
    if ('done' in outcome) return this.pages.confirm(accountId, 'way-ended');
    return html(endWayPage({ by, account, way, asksPassword, ...outcome }), { status: 422 });
  }

  @Get('hold')
  @ConsolePage('adminaccountholdpage', 'Confirms that an account is put on hold', { role: 'support' })
  async holdPage(@AtConsole() { by }: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    return html(holdAccountPage({ by, account: await this.directory.get(accountId) }));
  }

  @Post('hold')
  @ConsolePage('adminaccountholdform', 'Puts an account on hold', { role: 'support', writes: true })
  async hold(@AtConsole() { by }: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const outcome = await doneOrRefused(this.securing.hold(accountId, by));
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
