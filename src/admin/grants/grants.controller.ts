import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import type { ListPage } from '../shell/paging.js';
import { GrantQuery, TokenBody } from './grant.args.js';
import { GrantPage, TokenView, type GrantView } from './grant.view.js';
import { Grants } from './grants.service.js';

@AdminApi('')
export class GrantsController {
  constructor(private readonly grants: Grants) {}

  @Get('grants')
  @AdminRoute('admingrantlist', 'Lists active grants, newest first', {
    role: 'support',
    answers: GrantPage,
  })
  list(@Query() query: GrantQuery): Promise<ListPage<GrantView>> {
    return this.grants.list(query);
  }

  @Delete('grants/:grantId')
  @AdminRoute('admingrantend', 'Revokes a grant with all its tokens', {
    role: 'support',
    writes: true,
    status: 204,
  })
  end(@Param('grantId') grantId: string, @CurrentAdministrator() by: Administrator): Promise<void> {
    return this.grants.end(grantId, by);
  }

  @Post('tokens/inspect')
  @AdminRoute('admintokeninspect', 'Tells what a token is, and why it does not work', {
    role: 'support',
    writes: true, // otherwise another site could ask with the administrator's session
    answers: TokenView,
  })
  inspect(@Body() { token }: TokenBody): Promise<TokenView> {
    return this.grants.inspectToken(token);
  }

  @Post('tokens/revoke')
  @AdminRoute('admintokenend', 'Revokes an access token, or a refresh token with its grant', {
    role: 'support',
    writes: true,
    status: 204,
    problems: [Problems.notFound],
  })
  revoke(@Body() { token }: TokenBody, @CurrentAdministrator() by: Administrator): Promise<void> {
    return this.grants.revokeToken(token, by);
  }
}
