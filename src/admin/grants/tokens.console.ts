import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { doneIn, outcomeOf, refusalOf, sentForm } from '../shell/console/sent-form.js';
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
  page(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    return this.show(visit, visit.query, { done: doneIn(visit, DONE) });
  }

  /** A POST, although it changes nothing, so that the token is in no URL. */
  @Post('inspect')
  @ConsolePage('admintokeninspectform', 'Tells what a token is', HELPS)
  async inspect(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = await sentForm(TokenBody, visit.body);
    const outcome = 'errors' in sent ? sent : { inspected: await this.tokens.inspect(sent.body.token) };
    return this.show(visit, NO_FILTER, outcome);
  }

  @Post('revoke')
  @ConsolePage('admintokenendform', 'Revokes a token', HELPS)
  async revoke(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = await sentForm(TokenBody, visit.body);
    const outcome = await outcomeOf(sent, ({ token }) => this.tokens.revoke(token, visit.by));
    if ('done' in outcome) return seeOther(`${TOKENS}?done=ended`);
    return this.show(visit, NO_FILTER, outcome);
  }

  @Post('grants/:grantId/end')
  @ConsolePage('admingrantendform', 'Revokes a grant with all its tokens', HELPS)
  async end(@AtConsole() visit: ConsoleVisit, @Param('grantId') grantId: string): Promise<Shown> {
    const { client, account } = (await sentForm(GrantQuery, visit.body)).values;
    const outcome = await refusalOf(this.grants.end(grantId, visit.by));
    if ('done' in outcome) return seeOther(addressOf(TOKENS, { client, account, done: 'ended' }));
    return this.show(visit, { client, account }, outcome);
  }

  /**
   * 422 if a form was refused.
   * @param filter the filters of the list, as they were sent
   */
  private async show({ by }: ConsoleVisit, filter: object, outcome: Outcome): Promise<Shown> {
    const sent = await sentForm(GrantQuery, filter);
    const grants = 'body' in sent ? await this.grants.list(sent.body) : NOTHING;
    const errors = 'body' in sent ? outcome.errors : sent.errors;
    const status = outcome.problem === undefined ? 200 : 422;
    return html(tokensPage({ by, grants, query: sent.values, ...outcome, errors }), { status });
  }
}
