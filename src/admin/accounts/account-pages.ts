import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { MadeSetupCode } from '../../identity/factors/setup-code-statements.js';
import { followUp } from '../../platform/errors/outcome.js';
import type { Administrator } from '../shell/access/administrator.js';
import { refusalOf, type Labels, type Refused } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { addressOf } from '../shell/console/list.js';
import { etagOf } from '../shell/etag.js';
import { Grants } from '../grants/grants.service.js';
import { AccountDirectory } from './account-directory.js';
import { AccountSessions } from './account-sessions.js';
import type { AccountPageProps } from './account-page-props.js';
import { addressOfTab, saidAfter, tabOf, type AccountTab } from './account-tabs.js';
import { AccountTimeline } from './account-timeline.js';
import { accountPage } from './account.page.js';
import { stateOf } from './accounts.service.js';

const SHOWN = 100;
const NOTHING = { items: [], next: null };

type Typed = Pick<AccountPageProps, 'values' | 'profile' | 'externalId' | 'identifier'>;
type Shown = Pick<
  AccountPageProps,
  'done' | 'isStatusChanged' | 'setupCode' | 'problem' | 'errors' | 'after' | 'ways'
> &
  Typed;

/** A form of an account's page. */
interface Form extends Typed {
  readonly accountId: string;
  readonly by: Administrator;
  /** Key of the notice that confirms it, which says in which section the form is. */
  readonly done: string;
  /** Labels of its fields. */
  readonly labels?: Labels;
}

/** Renders the sections of an account's page, for every form on them. */
@Injectable()
export class AccountPages {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly sessions: AccountSessions,
    private readonly grants: Grants,
    private readonly timeline: AccountTimeline,
    private readonly confirmation: Confirmation,
  ) {}

  async show(accountId: string, by: Administrator, tab: AccountTab, shown: Shown = {}): Promise<string> {
    const account = await this.directory.get(accountId);
    const { accountId: id } = account;
    const grants = tab === 'applications' ? await this.grants.list({ account: id, limit: SHOWN }) : NOTHING;
    return accountPage({
      by,
      account,
      tab,
      sessions: tab === 'sessions' ? await this.sessions.of(id) : [],
      grants: grants.items,
      timeline:
        tab === 'timeline'
          ? await this.timeline.of(id, { after: shown.after })
          : { ...NOTHING, names: new Map() },
      etag: etagOf(stateOf(account)),
      asksPassword: this.confirmation.asksPassword(by),
      ...shown,
    });
  }

  /** Performs the action of a form, then redirects to its section with a notice, or shows it with the errors. */
  async settle(response: Response, form: Form, work: Promise<unknown>): Promise<void> {
    const outcome = await refusalOf(work, form.labels);
    if ('done' in outcome) this.confirm(response, form.accountId, form.done);
    else await this.refuse(response, form, outcome);
  }

  /** The same for an action that may make a set-up code: the page of its answer shows it, this once. */
  async settleWithCode(response: Response, form: Form, work: Promise<MadeSetupCode | null>): Promise<void> {
    const outcome = await refusalOf(work, form.labels);
    if (!('done' in outcome)) return this.refuse(response, form, outcome);
    const { accountId, by, done } = form;
    if (outcome.done === null) return this.confirm(response, accountId, done);
    const shown = { done: saidAfter(done), setupCode: outcome.done };
    response.status(201).type('html');
    response.send(await followUp(this.show(accountId, by, tabOf(done), shown)));
  }

  /** Redirects to the section of the form with its notice. */
  confirm(response: Response, accountId: string, done: string): void {
    response.redirect(303, addressOf(addressOfTab(accountId, tabOf(done)), { done }));
  }

  /** Shows the section of the form with its errors. */
  async refuse(
    response: Response,
    { accountId, by, done, labels: _, ...typed }: Form,
    { errors, problem }: Refused,
  ): Promise<void> {
    response.status(422).type('html');
    response.send(await this.show(accountId, by, tabOf(done), { errors, problem, ...typed }));
  }
}
