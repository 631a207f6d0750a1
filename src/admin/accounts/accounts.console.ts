import { Get, Param, Post } from '@nestjs/common';
import { PROFILE_FIELDS } from '../../identity/accounts/account.fields.js';
import { formLabels, textIn, trimmed, doneIn } from '../../platform/checks/form.js';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { labelsOf } from '../../platform/records/typed-form.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { editorIn } from '../shell/access/editor.js';
import { listed } from '../shell/console/listed.js';
import { RecordForm } from '../shell/console/record-form.js';
import { outcomeOf, sentForm } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { AccountQuery, RoleForm, StatusForm } from './admin-account.args.js';
import { AccountDirectory } from './account-directory.js';
import { AccountSections } from './account-sections.js';
import { accountDeletion } from './account.page.js';
import { accountsPage } from './accounts.page.js';
import { Accounts, accountState } from './accounts.service.js';
import { NewAccountBody } from './new-account.args.js';
import { newAccountPage } from './new-account.page.js';

const DONE = { deleted: 'Account deleted.' };
const LABELS = { ...labelsOf(PROFILE_FIELDS), ...formLabels(NewAccountBody) };
const NEW_FORM = new RecordForm(PROFILE_FIELDS, NewAccountBody, LABELS);

/** The console's list of accounts, and the forms that create, change, disable and delete an account. */
@Console('accounts')
export class AccountsConsole {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly accounts: Accounts,
    private readonly pages: AccountSections,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminaccountspage', 'Accounts', { role: 'support' })
  async list(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const list = await listed(visit, AccountQuery, (query) => this.directory.list(query));
    return html(accountsPage({ ...list, done: doneIn(visit, DONE) }));
  }

  @Get('new')
  @ConsolePage('adminaccountnewpage', 'Form for a new account')
  newPage(@AtConsole() { by }: ConsoleVisit): Shown {
    return html(newAccountPage({ by, profile: NEW_FORM.empty, identifier: {} }));
  }

  @Post('new')
  @ConsolePage('adminaccountnew', 'Creates an account and invites its person', { writes: true })
  async create(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const read = (name: string): string => trimmed(textIn(visit.body, name));
    const identifier = { type: read('type'), identifier: read('identifier') } as Pick<
      NewAccountBody,
      'type' | 'identifier'
    >;
    const sent = await NEW_FORM.read(visit, identifier);
    const outcome = await outcomeOf(sent, (body) => this.accounts.create(body, visit.by));
    if ('done' in outcome) return this.pages.confirm(outcome.done, 'created');
    return html(newAccountPage({ by: visit.by, profile: sent.values, identifier, ...outcome }), {
      status: 422,
    });
  }

  @Post(':accountId/status')
  @ConsolePage('adminaccountstatus', 'Disables or enables an account', { writes: true })
  async setStatus(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const sent = await sentForm(StatusForm, visit.body);
    const outcome = await outcomeOf(sent, (body) => this.accounts.change(accountId, body, editorIn(visit)));
    return this.pages.answer(visit, { accountId, done: 'status' }, outcome);
  }

  @Post(':accountId/role')
  @ConsolePage('adminaccountrole', "Changes an account's role", { writes: true, shows: 'once' })
  async changeRole(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const sent = await this.confirmation.withPassword(visit, sentForm(RoleForm, visit.body));
    const outcome = await outcomeOf(sent, (body) => this.accounts.change(accountId, body, editorIn(visit)));
    return this.pages.answerWithCode(visit, { accountId, done: 'role', values: sent.values }, outcome);
  }

  @Post(':accountId/setup-code')
  @ConsolePage('adminaccountsetupcodeform', 'Makes a set-up code and shows it', {
    writes: true,
    shows: 'once',
  })
  async makeSetupCode(
    @AtConsole() visit: ConsoleVisit,
    @Param('accountId') accountId: string,
  ): Promise<Shown> {
    const outcome = await this.confirmation.ifConfirmed(visit, 'password', () =>
      this.accounts.makeSetupCode(accountId, visit.by),
    );
    return this.pages.answerWithCode(visit, { accountId, done: 'setup-code', values: null }, outcome);
  }

  @Get(':accountId/delete')
  @ConsolePage('adminaccountdeletepage', 'Confirms the deletion of an account')
  async deletePage(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const account = await this.directory.get(accountId);
    return this.confirmation.askDeletion(visit, accountDeletion(account), accountState(account));
  }

  @Post(':accountId/delete')
  @ConsolePage('adminaccountremove', 'Deletes an account', { writes: true })
  async remove(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const account = await this.directory.get(accountId);
    return this.confirmation.delete(visit, accountDeletion(account), (by) =>
      this.accounts.remove(account.accountId, by),
    );
  }
}
