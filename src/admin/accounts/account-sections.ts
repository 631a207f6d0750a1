import { Injectable } from '@nestjs/common';
import type { MadeSetupCode } from '../../identity/factors/setup-code-statements.js';
import { followUp } from '../../platform/errors/outcome.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import type { ConsoleVisit } from '../shell/access/administrator.js';
import { doneOrRefused, type Refused } from '../shell/console/sent-form.js';
import { addressWith } from '../shell/console/list.js';
import { etagOf } from '../shell/etag.js';
import { NOTHING } from '../shell/paging.js';
import { Grants } from '../grants/grants.service.js';
import { AccountDirectory } from './account-directory.js';
import { AccountSessions } from './account-sessions.js';
import type { AccountPageProps } from './account-page-props.js';
import { addressOfTab, saidAfter, tabOf, type AccountTab } from './account-tabs.js';
import { AccountTimeline } from './account-timeline.js';
import { accountPage } from './account.page.js';
import { accountState } from './accounts.service.js';

const SHOWN = 100;

type Typed = Pick<AccountPageProps, 'values' | 'profile' | 'externalId' | 'identifier'>;
type Outcome = Pick<
  AccountPageProps,
  'done' | 'isStatusChanged' | 'setupCode' | 'problem' | 'errors' | 'after' | 'ways'
> &
  Typed;

/** A form of an account's page. */
interface Form extends Typed {
  readonly accountId: string;
  /** Key of the notice that confirms the action; it also tells the section of the form. */
  readonly done: string;
}

/** Renders the sections of an account's page, for every form on them. */
@Injectable()
export class AccountSections {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly sessions: AccountSessions,
    private readonly grants: Grants,
    private readonly timeline: AccountTimeline,
  ) {}

  async show(
    { by, asksPassword }: ConsoleVisit,
    accountId: string,
    tab: AccountTab,
    outcome: Outcome = {},
    status = 200,
  ): Promise<Shown> {
    const account = await this.directory.get(accountId);
    const { accountId: id } = account;
    const grants = tab === 'applications' ? await this.grants.list({ account: id, limit: SHOWN }) : NOTHING;
    return html(
      accountPage({
        by,
        account,
        tab,
        sessions: tab === 'sessions' ? await this.sessions.of(id) : [],
        grants: grants.items,
        timeline:
          tab === 'timeline'
            ? await this.timeline.of(id, { after: outcome.after })
            : { ...NOTHING, names: new Map() },
        etag: etagOf(accountState(account)),
        asksPassword,
        ...outcome,
      }),
      { status },
    );
  }

  /** Performs the action of a form, then redirects to its section with a notice, or shows it with the errors. */
  async settle(visit: ConsoleVisit, form: Form, work: Promise<unknown>): Promise<Shown> {
    return this.answer(visit, form, await doneOrRefused(work));
  }

  /** Redirects to the section of a form with a notice once its action was done, or shows the form with the errors. */
  async answer(visit: ConsoleVisit, form: Form, outcome: { done: unknown } | Refused): Promise<Shown> {
    return 'done' in outcome ? this.confirm(form.accountId, form.done) : this.refuse(visit, form, outcome);
  }

  /** Answers a form whose action may make a set-up code. The page of the answer shows the code, this once. */
  async answerWithCode(
    visit: ConsoleVisit,
    form: Form,
    outcome: { done: MadeSetupCode | null } | Refused,
  ): Promise<Shown> {
    if (!('done' in outcome)) return this.refuse(visit, form, outcome);
    const { accountId, done } = form;
    if (outcome.done === null) return this.confirm(accountId, done);
    const shown = { done: saidAfter(done), setupCode: outcome.done };
    return followUp(this.show(visit, accountId, tabOf(done), shown, 201));
  }

  /** Redirects to the section of the form with its notice. */
  confirm(accountId: string, done: string): Shown {
    return seeOther(addressWith(addressOfTab(accountId, tabOf(done)), { done }));
  }

  /** Shows the section of the form with its errors. */
  refuse(
    visit: ConsoleVisit,
    { accountId, done, ...typed }: Form,
    { errors, problem }: Refused,
  ): Promise<Shown> {
    return this.show(visit, accountId, tabOf(done), { errors, problem, ...typed }, 422);
  }
}
