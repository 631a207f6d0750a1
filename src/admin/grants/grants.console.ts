import { Get, Param, Post } from '@nestjs/common';
import { doneIn } from '../../platform/checks/form.js';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { listed } from '../shell/console/listed.js';
import { outcomeOf, doneOrRefused, sentForm } from '../shell/console/sent-form.js';
import { addressWith } from '../shell/console/list.js';
import { GrantQuery, TokenBody } from './grant.args.js';
import { Grants } from './grants.service.js';
import { GRANTS_PATH, grantsPage, type GrantsPageProps } from './grants.page.js';

const DONE: Readonly<Record<string, string>> = { ended: 'Revoked on every node.' };
const NO_FILTER = {};
const HELPS = { role: 'support', writes: true } as const;

/** The result of a form: why it was refused, or what it found. */
type Outcome = Partial<Omit<GrantsPageProps, 'by' | 'page' | 'query'>>;

/** The page that inspects and revokes tokens, and lists active grants. */
@Console('grants')
export class GrantsConsole {
  constructor(private readonly grants: Grants) {}

  @Get()
  @ConsolePage('admingrantspage', 'Grants', { role: 'support' })
  page(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    return this.show(visit, visit.query, { done: doneIn(visit, DONE) });
  }

  /** A POST, although it changes nothing, so that the token is in no URL. */
  @Post('inspect')
  @ConsolePage('admintokeninspectform', 'Tells what a token is', { ...HELPS, shows: 'answer' })
  async inspect(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = await sentForm(TokenBody, visit.body);
    const outcome = 'errors' in sent ? sent : { inspected: await this.grants.inspectToken(sent.body.token) };
    return this.show(visit, NO_FILTER, outcome);
  }

  @Post('revoke')
  @ConsolePage('admintokenendform', 'Revokes a token', HELPS)
  async revoke(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = await sentForm(TokenBody, visit.body);
    const outcome = await outcomeOf(sent, ({ token }) => this.grants.revokeToken(token, visit.by));
    if ('done' in outcome) return seeOther(`${GRANTS_PATH}?done=ended`);
    return this.show(visit, NO_FILTER, outcome);
  }

  @Post(':grantId/end')
  @ConsolePage('admingrantendform', 'Revokes a grant with all its tokens', HELPS)
  async end(@AtConsole() visit: ConsoleVisit, @Param('grantId') grantId: string): Promise<Shown> {
    const { client, account } = (await sentForm(GrantQuery, visit.body)).values;
    const outcome = await doneOrRefused(this.grants.end(grantId, visit.by));
    if ('done' in outcome) return seeOther(addressWith(GRANTS_PATH, { client, account, done: 'ended' }));
    return this.show(visit, { client, account }, outcome);
  }

  /**
   * 422 if a form was refused.
   * @param filter the filters of the list, as they were sent
   */
  private async show({ by }: ConsoleVisit, filter: object, outcome: Outcome): Promise<Shown> {
    const list = await listed({ by, query: filter }, GrantQuery, (query) => this.grants.list(query));
    const { page, query, errors = outcome.errors } = list;
    const status = outcome.problem === undefined ? 200 : 422;
    return html(grantsPage({ by, page, query, ...outcome, errors }), { status });
  }
}
