import { Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { Confirmation } from '../shell/console/confirmation.js';
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
  async make(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const outcome = await this.confirmation.ifConfirmed(visit, 'password', () =>
      this.codes.make(accountId, visit.by),
    );
    return this.pages.answerWithCode(visit, { accountId, done: 'setup-code', values: null }, outcome);
  }
}
