import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Administrator } from '../shell/access/administrator.js';
import type { RulesOf } from '../../platform/checks/check.js';
import { formLabels } from '../../platform/checks/form.js';
import { refusalOf, type Refused } from '../shell/console/checked.js';
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

interface Settled extends Pick<Shown, 'values'> {
  readonly accountId: string;
  readonly by: Administrator;
  /** Key of the notice that confirms it. */
  readonly done: string;
  /** The class of the form, for its labels. */
  readonly form?: RulesOf<object>;
}

/** Renders the page of one account for every form on it. */
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

  /** Performs the action of a form, then redirects to the page with a notice, or renders it with the errors. */
  async settle(
    response: Response,
    { accountId, by, done, form, values }: Settled,
    work: Promise<unknown>,
  ): Promise<void> {
    const outcome = await refusalOf(work, form && formLabels(form));
    if ('done' in outcome) return response.redirect(303, `${addressOfAccount(accountId)}?done=${done}`);
    await this.refuse(response, accountId, by, { ...outcome, values });
  }

  /** Renders the page with the errors of one of its forms. */
  async refuse(
    response: Response,
    accountId: string,
    by: Administrator,
    { errors, problem, values }: Refused & Pick<Shown, 'values'>,
  ): Promise<void> {
    response.status(422).type('html');
    response.send(await this.show(accountId, by, { errors, problem, values }));
  }
}
