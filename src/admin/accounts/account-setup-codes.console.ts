import { Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { refusedFor } from '../shell/console/sent-form.js';
import { AccountPages } from './account-pages.js';
import { AccountSetupCodes } from './account-setup-codes.js';

/** The same by a form of the account's page. */
@Console('accounts/:accountId')
export class AccountSetupCodesConsole {
  constructor(
    private readonly codes: AccountSetupCodes,
    private readonly pages: AccountPages,
    private readonly confirmation: Confirmation,
  ) {}

  @Post('setup-code')
  @ConsolePage('adminaccountsetupcodeform', 'Makes a set-up code and shows it', { writes: true })
  async make(
    @CurrentAdministrator() by: Administrator,
    @Param('accountId') accountId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const form = { accountId, by, done: 'setup-code', values: null };
    const password = await this.confirmation.passwordProblem(visit, by);
    if (password !== null) return this.pages.refuse(form, refusedFor({ password }));
    return this.pages.settleWithCode(form, this.codes.make(accountId, by));
  }
}
