import { Get, Param, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { checkedForm, refusalOf } from '../shell/console/checked.js';
import { queryIn, textIn } from '../shell/console/form-values.js';
import { addressOf } from '../shell/console/list.js';
import { GrantQuery, TokenBody } from './grant.args.js';
import { Grants } from './grants.service.js';
import { Tokens } from './tokens.service.js';
import { TOKENS, tokensPage, type TokensPageProps } from './tokens.page.js';

const DONE: Readonly<Record<string, string>> = { ended: 'Revoked, on every node.' };
const NO_FILTER = { client: '', account: '', after: '' };
const HELPS = { role: 'support', writes: true } as const;

type Shown = Partial<Omit<TokensPageProps, 'by' | 'grants' | 'query'>>;

/** The page of tokens and of what they belong to. */
@Console('tokens')
@UsePipes(bodyPipe)
export class TokensConsole {
  constructor(
    private readonly grants: Grants,
    private readonly tokens: Tokens,
  ) {}

  @Get()
  @ConsolePage('admintokenspage', 'Tokens', { role: 'support' })
  page(@CurrentAdministrator() by: Administrator, @Req() request: Request): Promise<string> {
    const query = {
      client: queryIn(request, 'client'),
      account: queryIn(request, 'account'),
      after: queryIn(request, 'after'),
    };
    return this.show(by, query, { done: DONE[queryIn(request, 'done')] });
  }

  /** By POST, so that the token stands in no address; nothing changes. */
  @Post('inspect')
  @ConsolePage('admintokeninspectform', 'Says what a token is', HELPS)
  async inspect(
    @CurrentAdministrator() by: Administrator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const checked = await checkedForm(TokenBody, { token: textIn(request, 'token') });
    const shown =
      'errors' in checked ? checked : { inspected: await this.tokens.inspect(checked.body.token) };
    response.status('errors' in checked ? 422 : 200).type('html');
    response.send(await this.show(by, NO_FILTER, shown));
  }

  @Post('revoke')
  @ConsolePage('admintokenendform', 'Ends a token', HELPS)
  async revoke(
    @CurrentAdministrator() by: Administrator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const checked = await checkedForm(TokenBody, { token: textIn(request, 'token') });
    const outcome =
      'errors' in checked ? checked : await refusalOf(this.tokens.revoke(checked.body.token, by));
    if ('done' in outcome) return response.redirect(303, `${TOKENS}?done=ended`);
    response.status(422).type('html');
    response.send(await this.show(by, NO_FILTER, outcome));
  }

  @Post('grants/:grantId/end')
  @ConsolePage('admingrantendform', 'Ends a grant with all its tokens', HELPS)
  async end(
    @CurrentAdministrator() by: Administrator,
    @Param('grantId') grantId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const query = { client: textIn(request, 'client'), account: textIn(request, 'account') };
    const outcome = await refusalOf(this.grants.end(grantId, by));
    if ('done' in outcome) return response.redirect(303, addressOf(TOKENS, { ...query, done: 'ended' }));
    response.status(422).type('html');
    response.send(await this.show(by, { ...query, after: '' }, outcome));
  }

  private async show(by: Administrator, query: TokensPageProps['query'], shown: Shown): Promise<string> {
    const checked = await checkedForm(
      GrantQuery,
      query.after === '' ? { ...query, after: undefined } : query,
    );
    if ('body' in checked)
      return tokensPage({ by, grants: await this.grants.list(checked.body), query, ...shown });
    return tokensPage({ by, grants: { items: [], next: null }, query, ...shown, errors: checked.errors });
  }
}
