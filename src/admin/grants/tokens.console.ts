import { Get, Param, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { formLabels } from '../../platform/checks/form.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { refusalOf, sentForm, queryIn } from '../shell/console/sent-form.js';
import { addressOf } from '../shell/console/list.js';
import { GrantQuery, TokenBody } from './grant.args.js';
import { Grants } from './grants.service.js';
import { Tokens } from './tokens.service.js';
import { TOKENS, tokensPage, type TokensPageProps } from './tokens.page.js';

const DONE: Readonly<Record<string, string>> = { ended: 'Revoked on every node.' };
const NO_FILTER = {};
const HELPS = { role: 'support', writes: true } as const;

type Shown = Partial<Omit<TokensPageProps, 'by' | 'grants' | 'query'>>;

/** The page that inspects and revokes tokens, and lists active grants. */
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
    return this.show(by, request.query, { done: DONE[queryIn(request, 'done')] });
  }

  /** A POST, although it changes nothing, so that the token is in no URL. */
  @Post('inspect')
  @ConsolePage('admintokeninspectform', 'Tells what a token is', HELPS)
  async inspect(
    @CurrentAdministrator() by: Administrator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const sent = await sentForm(TokenBody, request.body);
    const shown = 'errors' in sent ? sent : { inspected: await this.tokens.inspect(sent.body.token) };
    response.status('errors' in sent ? 422 : 200).type('html');
    response.send(await this.show(by, NO_FILTER, shown));
  }

  @Post('revoke')
  @ConsolePage('admintokenendform', 'Revokes a token', HELPS)
  async revoke(
    @CurrentAdministrator() by: Administrator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const sent = await sentForm(TokenBody, request.body);
    const outcome =
      'errors' in sent
        ? sent
        : await refusalOf(this.tokens.revoke(sent.body.token, by), formLabels(TokenBody));
    if ('done' in outcome) return response.redirect(303, `${TOKENS}?done=ended`);
    response.status(422).type('html');
    response.send(await this.show(by, NO_FILTER, outcome));
  }

  @Post('grants/:grantId/end')
  @ConsolePage('admingrantendform', 'Revokes a grant with all its tokens', HELPS)
  async end(
    @CurrentAdministrator() by: Administrator,
    @Param('grantId') grantId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { client, account } = (await sentForm(GrantQuery, request.body)).values;
    const outcome = await refusalOf(this.grants.end(grantId, by));
    if ('done' in outcome)
      return response.redirect(303, addressOf(TOKENS, { client, account, done: 'ended' }));
    response.status(422).type('html');
    response.send(await this.show(by, { client, account }, outcome));
  }

  /** @param filter the filters of the list, as they were sent */
  private async show(by: Administrator, filter: object, shown: Shown): Promise<string> {
    const sent = await sentForm(GrantQuery, filter);
    const { values: query } = sent;
    if ('body' in sent) return tokensPage({ by, grants: await this.grants.list(sent.body), query, ...shown });
    return tokensPage({ by, grants: { items: [], next: null }, query, ...shown, errors: sent.errors });
  }
}
