import { Get, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PROFILE_FIELDS } from '../../identity/accounts/account.fields.js';
import { formLabels, textIn, trimmed } from '../../platform/checks/form.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
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
  page(@CurrentAdministrator() by: Administrator): string {
    return newAccountPage({ by, profile: emptyForm(PROFILE_FIELDS), identifier: {} });
  }

  @Post()
  @ConsolePage('adminaccountnew', 'Creates an account and invites its person', { writes: true })
  async create(
    @CurrentAdministrator() by: Administrator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const profile = formIn(PROFILE_FIELDS, (name) => textIn(request.body, name));
    const read = (name: string): string => trimmed(textIn(request.body, name));
    const identifier = { type: read('type'), identifier: read('identifier') } as Pick<
      NewAccountBody,
      'type' | 'identifier'
    >;
    const given = { ...valuesOf(PROFILE_FIELDS, profile), ...identifier };
    const sent = await checkedForm(NewAccountBody, given, LABELS);
    const outcome = 'errors' in sent ? sent : await refusalOf(this.newAccounts.create(sent.body, by), LABELS);
    if ('done' in outcome) return this.pages.confirm(response, outcome.done, 'created');
    response.status(422).type('html');
    response.send(newAccountPage({ by, profile, identifier, ...outcome }));
  }
}
