import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Administrator } from '../shell/access/administrator.js';
import { refusalOf } from '../shell/console/checked.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { etagOf } from '../shell/etag.js';
import { Grants } from '../grants/grants.service.js';
import { AccountDirectory } from './account-directory.js';
import { AccountSessions } from './account-sessions.js';
import type { AccountPageProps } from './account-page-props.js';
import { accountPage } from './account.page.js';
import { addressOfAccount } from './accounts.page.js';
import { stateOf } from './accounts.service.js';

const SHOWN = 100;

type Shown = Pick<AccountPageProps, 'done' | 'problem' | 'errors' | 'values'>;

/** The page of one account, for every form on it. */
@Injectable()
export class AccountPages {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly sessions: AccountSessions,
    private readonly grants: Grants,
    private readonly confirmation: Confirmation,
  ) {}

  async show(accountId: string, by: Administrator, shown: Shown = {}): Promise<string> {
    const account = await this.directory.get(accountId);
    const { items: grants } = await this.grants.list({ account: account.accountId, limit: SHOWN });
    const sessions = await this.sessions.of(account.accountId);
    const asksPassword = this.confirmation.asksPassword(by);
    return accountPage({
      by,
      account,
      sessions,
      grants,
      etag: etagOf(stateOf(account)),
      asksPassword,
      ...shown,
    });
  }

  /** Does what a form asks for: back to the page, which says so, or with what is wrong. */
  async settle(
    response: Response,
    {
      accountId,
      by,
      done,
      values,
    }: { accountId: string; by: Administrator; done: string } & Pick<Shown, 'values'>,
    work: Promise<unknown>,
  ): Promise<void> {
    const outcome = await refusalOf(work);
    if ('done' in outcome) return response.redirect(303, `${addressOfAccount(accountId)}?done=${done}`);
    response.status(422).type('html');
    response.send(await this.show(accountId, by, { ...outcome, values }));
  }
}
