import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { queryIn } from '../shell/console/sent-form.js';
import { AccountDirectory } from './account-directory.js';
import { AccountPages } from './account-pages.js';
import { saidAfter } from './account-tabs.js';
import { AccountWays } from './account-ways.js';
import { endWayPage } from './account-ways.page.js';

/** The ways into an account on its page, and the end of one, with the password. */
@Console('accounts/:accountId/ways')
export class AccountWaysConsole {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly pages: AccountPages,
    private readonly ways: AccountWays,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminaccountwayspage', 'One account: every way into it', { role: 'support' })
  async show(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const ways = await this.ways.of(accountId);
    return this.pages.show(visit, accountId, 'ways', { ways, done: saidAfter(queryIn(visit, 'done')) });
  }

  @Get(':kind/:wayId/end')
  @ConsolePage('adminaccountwayendpage', 'Confirms the end of a way into an account')
  async page(
    @AtConsole() { by, asksPassword }: ConsoleVisit,
    @Param('accountId') accountId: string,
    @Param('kind') kind: string,
    @Param('wayId') wayId: string,
  ): Promise<Shown> {
    const account = await this.directory.get(accountId);
    const way = await this.ways.find(accountId, kind, wayId);
    return html(endWayPage({ by, account, way, asksPassword }));
  }

  @Post(':kind/:wayId/end')
  @ConsolePage('adminaccountwayendform', 'Ends a way into the account of somebody else', { writes: true })
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
}
