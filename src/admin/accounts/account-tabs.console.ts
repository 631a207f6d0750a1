import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { PROFILE_FIELDS } from '../../identity/accounts/account.fields.js';
import { textIn } from '../../platform/checks/form.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { RecordForm } from '../shell/console/record-form.js';
import { queryIn } from '../shell/console/sent-form.js';
import { ProfileChange } from './account.args.js';
import { AccountPages } from './account-pages.js';
import { saidAfter, type AccountTab } from './account-tabs.js';
import { Accounts } from './accounts.service.js';

const READS = { role: 'support' } as const;
const PROFILE_FORM = new RecordForm(PROFILE_FIELDS, ProfileChange);

/** The sections of an account's page, each at its own address. */
@Console('accounts/:accountId')
export class AccountTabsConsole {
  constructor(
    private readonly pages: AccountPages,
    private readonly accounts: Accounts,
  ) {}

  @Get()
  @ConsolePage('adminaccountpage', 'One account: its profile', READS)
  profile(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    return this.show(accountId, by, 'profile', visit);
  }

  @Post()
  @ConsolePage('adminaccountsave', 'Changes the profile of an account', { writes: true })
  async save(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const sent = await PROFILE_FORM.read(visit);
    const form = { accountId, by, done: 'saved', labels: PROFILE_FORM.labels, profile: sent.values };
    if ('errors' in sent) return this.pages.refuse(form, sent);
    const etag = textIn(visit.body, 'etag');
    return this.pages.settle(form, this.accounts.changeOf(accountId, sent.body, etag, by));
  }

  @Get('sign-in')
  @ConsolePage('adminaccountsigninpage', 'One account: identifiers and pending links', READS)
  signIn(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    return this.show(accountId, by, 'sign-in', visit);
  }

  @Get('sessions')
  @ConsolePage('adminaccountsessionspage', 'One account: signed-in browsers', READS)
  sessions(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    return this.show(accountId, by, 'sessions', visit);
  }

  @Get('applications')
  @ConsolePage('adminaccountapplicationspage', 'One account: devices and applications', READS)
  applications(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    return this.show(accountId, by, 'applications', visit);
  }

  @Get('families')
  @ConsolePage('adminaccountfamiliespage', 'One account: its families', READS)
  families(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    return this.show(accountId, by, 'families', visit);
  }

  @Get('timeline')
  @ConsolePage('adminaccounttimelinepage', 'One account: what it did, and what was done to it', READS)
  timeline(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    return this.show(accountId, by, 'timeline', visit);
  }

  private show(accountId: string, by: Administrator, tab: AccountTab, visit: Visit): Promise<Shown> {
    const after = queryIn(visit, 'after') || undefined;
    const done = queryIn(visit, 'done');
    const shown = { done: saidAfter(done), isStatusChanged: done === 'status', after };
    return this.pages.show(accountId, by, tab, shown);
  }
}
