import { Get, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { PROFILE_FIELDS } from '../../identity/accounts/account.fields.js';
import { formLabels, textIn, trimmed } from '../../platform/checks/form.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { labelsOf } from '../../platform/records/form.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { RecordForm } from '../shell/console/record-form.js';
import { outcomeOf } from '../shell/console/sent-form.js';
import { AccountPages } from './account-pages.js';
import { NewAccountBody } from './new-account.args.js';
import { newAccountPage } from './new-account.page.js';
import { NewAccounts } from './new-accounts.js';

const LABELS = { ...labelsOf(PROFILE_FIELDS), ...formLabels(NewAccountBody) };
const FORM = new RecordForm(PROFILE_FIELDS, NewAccountBody, LABELS);

/** The form of a new account. */
@Console('accounts/new')
export class NewAccountConsole {
  constructor(
    private readonly newAccounts: NewAccounts,
    private readonly pages: AccountPages,
  ) {}

  @Get()
  @ConsolePage('adminaccountnewpage', 'Form for a new account')
  page(@AtConsole() { by }: ConsoleVisit): Shown {
    return html(newAccountPage({ by, profile: FORM.empty, identifier: {} }));
  }

  @Post()
  @ConsolePage('adminaccountnew', 'Creates an account and invites its person', { writes: true })
  async create(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const read = (name: string): string => trimmed(textIn(visit.body, name));
    const identifier = { type: read('type'), identifier: read('identifier') } as Pick<
      NewAccountBody,
      'type' | 'identifier'
    >;
    const sent = await FORM.read(visit, identifier);
    const outcome = await outcomeOf(sent, (body) => this.newAccounts.create(body, visit.by));
    if ('done' in outcome) return this.pages.confirm(outcome.done, 'created');
    return html(newAccountPage({ by: visit.by, profile: sent.values, identifier, ...outcome }), {
      status: 422,
    });
  }
}
