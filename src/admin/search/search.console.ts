import { Get, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { Tokens } from '../grants/tokens.service.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { sentForm, queryIn } from '../shell/console/sent-form.js';
import { addressOf } from '../shell/console/list.js';
import { SEARCH } from '../shell/console/search-box.js';
import type { Hit } from './search-hit.js';
import { SearchForm } from './search.args.js';
import { searchPage } from './search.page.js';
import { ConsoleSearch } from './console-search.service.js';

/** Written like a token, which an unusual login may be too. */
const LIKE_A_TOKEN = /^[\w-]{60,}$/;
const SCHEME = /^(?:Authorization:\s*)?(?:Bearer|MAC)\s/i;

/** What the search field in the frame of every page leads to. */
@Console('search')
@UsePipes(bodyPipe)
export class SearchConsole {
  constructor(
    private readonly search: ConsoleSearch,
    private readonly tokens: Tokens,
  ) {}

  /** Results whose address can be kept: it has what was found, never a token. */
  @Get()
  @ConsolePage('adminsearchpage', 'Search', { role: 'support' })
  async page(@CurrentAdministrator() by: Administrator, @Req() request: Request): Promise<string> {
    const query = queryIn(request, 'query').trim();
    const hits = query === '' ? [] : await this.search.find(query, by);
    return searchPage({ by, query, hits });
  }

  /** A POST, so that a pasted token is in no URL. What was not found stays out of URLs too: it may be a secret. */
  @Post()
  @ConsolePage('adminsearch', 'Finds an account, a family, a client or a token', {
    role: 'support',
    writes: true,
  })
  async find(
    @CurrentAdministrator() by: Administrator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const sent = await sentForm(SearchForm, request.body);
    response.status(200).type('html');
    if ('errors' in sent) {
      response.status(422).send(searchPage({ by, query: '', hits: [], problem: sent.problem }));
      return;
    }
    const { query } = sent.body;
    const isToken = SCHEME.test(query) || LIKE_A_TOKEN.test(query);
    const inspected = isToken ? await this.tokens.inspect(query) : undefined;
    const isKnown = inspected !== undefined && inspected.state !== 'unknown';
    const hits = isKnown ? [] : await this.search.find(query, by);
    if (hits.length === 0) response.send(searchPage({ by, query: isToken ? '' : query, hits, inspected }));
    else response.redirect(303, theOne(hits)?.href ?? addressOf(SEARCH, { query }));
  }
}

/** Where the search leads without a choice: to the only hit, or the only one that was typed as a whole. */
function theOne(hits: readonly Hit[]): Hit | undefined {
  const exact = hits.filter(({ isExact }) => isExact);
  const likely = exact.length > 0 ? exact : hits;
  return likely.length === 1 ? likely[0] : undefined;
}
