import { Get, Post, UsePipes } from '@nestjs/common';
import { PROFILE_FIELDS } from '../../identity/accounts/account.fields.js';
import { formLabels, textIn, trimmed } from '../../platform/checks/form.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { emptyForm, formIn, labelsOf, valuesOf } from '../../platform/records/form.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { checkedForm, refusalOf } from '../shell/console/sent-form.js';
import { AccountPages } from './account-pages.js';
import { NewAccountBody } from './new-account.args.js';
import { newAccountPage } from './new-account.page.js';
import { NewAccounts } from './new-accounts.js';

const LABELS = { ...labelsOf(PROFILE_FIELDS), ...formLabels(NewAccountBody) };

/** The form of a new account. */
@Console('accounts/new')
@UsePipes(bodyPipe)
export class NewAccountConsole {
  constructor(
    private readonly newAccounts: NewAccounts,
    private readonly pages: AccountPages,
  ) {}

  @Get()
  @ConsolePage('adminaccountnewpage', 'Form for a new account')
  page(@CurrentAdministrator() by: Administrator): Shown {
    return html(newAccountPage({ by, profile: emptyForm(PROFILE_FIELDS), identifier: {} }));
  }

  @Post()
  @ConsolePage('adminaccountnew', 'Creates an account and invites its person', { writes: true })
  async create(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const profile = formIn(PROFILE_FIELDS, (name) => textIn(visit.body, name));
    const read = (name: string): string => trimmed(textIn(visit.body, name));
    const identifier = { type: read('type'), identifier: read('identifier') } as Pick<
      NewAccountBody,
      'type' | 'identifier'
    >;
    const given = { ...valuesOf(PROFILE_FIELDS, profile), ...identifier };
    const sent = await checkedForm(NewAccountBody, given, LABELS);
    const outcome = 'errors' in sent ? sent : await refusalOf(this.newAccounts.create(sent.body, by), LABELS);
    if ('done' in outcome) return this.pages.confirm(outcome.done, 'created');
    return html(newAccountPage({ by, profile, identifier, ...outcome }), { status: 422 });
  }
}
