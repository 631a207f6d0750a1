import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { formLabels } from '../../platform/checks/form.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { outcomeOf, queryIn, refusalOf, sentForm } from '../shell/console/sent-form.js';
import { addressOf } from '../shell/console/list.js';
import { GrantQuery, TokenBody } from './grant.args.js';
import { Grants } from './grants.service.js';
import { Tokens } from './tokens.service.js';
import { TOKENS, tokensPage, type TokensPageProps } from './tokens.page.js';

const DONE: Readonly<Record<string, string>> = { ended: 'Revoked on every node.' };
const NO_FILTER = {};
const NOTHING = { items: [], next: null };
const HELPS = { role: 'support', writes: true } as const;

/** What a form was refused for, or what it found. */
type Outcome = Partial<Omit<TokensPageProps, 'by' | 'grants' | 'query'>>;

/** The page that inspects and revokes tokens, and lists active grants. */
@Console('tokens')
export class TokensConsole {
  constructor(
    private readonly grants: Grants,
    private readonly tokens: Tokens,
  ) {}

  @Get()
  @ConsolePage('admintokenspage', 'Tokens', { role: 'support' })
  page(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    return this.show(by, visit.query, { done: DONE[queryIn(visit, 'done')] });
  }

  /** A POST, although it changes nothing, so that the token is in no URL. */
  @Post('inspect')
  @ConsolePage('admintokeninspectform', 'Tells what a token is', HELPS)
  async inspect(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const sent = await sentForm(TokenBody, visit.body);
    const outcome = 'errors' in sent ? sent : { inspected: await this.tokens.inspect(sent.body.token) };
    return this.show(by, NO_FILTER, outcome);
  }

  @Post('revoke')
  @ConsolePage('admintokenendform', 'Revokes a token', HELPS)
  async revoke(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const sent = await sentForm(TokenBody, visit.body);
    const revoke = ({ token }: TokenBody) => this.tokens.revoke(token, by);
    const outcome = await outcomeOf(sent, revoke, formLabels(TokenBody));
    if ('done' in outcome) return seeOther(`${TOKENS}?done=ended`);
    return this.show(by, NO_FILTER, outcome);
  }

  @Post('grants/:grantId/end')
  @ConsolePage('admingrantendform', 'Revokes a grant with all its tokens', HELPS)
  async end(
    @CurrentAdministrator() by: Administrator,
    @Param('grantId') grantId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const { client, account } = (await sentForm(GrantQuery, visit.body)).values;
    const outcome = await refusalOf(this.grants.end(grantId, by));
    if ('done' in outcome) return seeOther(addressOf(TOKENS, { client, account, done: 'ended' }));
    return this.show(by, { client, account }, outcome);
  }

  /**
   * 422 if a form was refused.
   * @param filter the filters of the list, as they were sent
   */
  private async show(by: Administrator, filter: object, outcome: Outcome): Promise<Shown> {
    const sent = await sentForm(GrantQuery, filter);
    const grants = 'body' in sent ? await this.grants.list(sent.body) : NOTHING;
    const errors = 'body' in sent ? outcome.errors : sent.errors;
    const status = outcome.problem === undefined ? 200 : 422;
    return html(tokensPage({ by, grants, query: sent.values, ...outcome, errors }), { status });
  }
}
