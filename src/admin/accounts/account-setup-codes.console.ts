import { Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
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
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const form = { accountId, by, done: 'setup-code', values: null };
    const password = await this.confirmation.passwordProblem(request, by);
    if (password !== null) return this.pages.refuse(response, form, refusedFor({ password }));
    await this.pages.settleWithCode(response, form, this.codes.make(accountId, by));
  }
}
