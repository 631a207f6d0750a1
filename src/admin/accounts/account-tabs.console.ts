import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { PROFILE_FIELDS } from '../../identity/accounts/account.fields.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { editorIn } from '../shell/access/editor.js';
import { RecordForm } from '../shell/console/record-form.js';
import { outcomeOf, queryIn } from '../shell/console/sent-form.js';
import { ProfileChange } from './admin-account.args.js';
import { AccountSections } from './account-sections.js';
import { saidAfter, type AccountTab } from './account-tabs.js';
import { Accounts } from './accounts.service.js';

const READS = { role: 'support' } as const;
const PROFILE_FORM = new RecordForm(PROFILE_FIELDS, ProfileChange);

/** The sections of an account's page, each at its own address. */
@Console('accounts/:accountId')
export class AccountTabsConsole {
  constructor(
    private readonly pages: AccountSections,
    private readonly accounts: Accounts,
  ) {}

  @Get()
  @ConsolePage('adminaccountpage', 'One account: its profile', READS)
  profile(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    return this.show(visit, accountId, 'profile');
  }

  @Post()
  @ConsolePage('adminaccountsave', 'Changes the profile of an account', { writes: true })
  async save(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const sent = await PROFILE_FORM.read(visit);
    const outcome = await outcomeOf(sent, (body) => this.accounts.change(accountId, body, editorIn(visit)));
    return this.pages.answer(visit, { accountId, done: 'saved', profile: sent.values }, outcome);
  }

  @Get('sign-in')
  @ConsolePage('adminaccountsigninpage', 'One account: identifiers and pending links', READS)
  signIn(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    return this.show(visit, accountId, 'sign-in');
  }

  @Get('sessions')
  @ConsolePage('adminaccountsessionspage', 'One account: signed-in browsers', READS)
  sessions(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    return this.show(visit, accountId, 'sessions');
  }

  @Get('applications')
  @ConsolePage('adminaccountapplicationspage', 'One account: devices and applications', READS)
  applications(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    return this.show(visit, accountId, 'applications');
  }

  @Get('families')
  @ConsolePage('adminaccountfamiliespage', 'One account: its families', READS)
  families(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    return this.show(visit, accountId, 'families');
  }

  @Get('timeline')
  @ConsolePage('adminaccounttimelinepage', 'One account: what it did, and what was done to it', READS)
  timeline(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    return this.show(visit, accountId, 'timeline');
  }

  private show(visit: ConsoleVisit, accountId: string, tab: AccountTab): Promise<Shown> {
    const after = queryIn(visit, 'after') || undefined;
    const done = queryIn(visit, 'done');
    const shown = { done: saidAfter(done), isStatusChanged: done === 'status', after };
    return this.pages.show(visit, accountId, tab, shown);
  }
}
