import { Get, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { Tokens } from '../grants/tokens.service.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
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
export class SearchConsole {
  constructor(
    private readonly search: ConsoleSearch,
    private readonly tokens: Tokens,
  ) {}

  /** Results whose address can be kept: it has what was found, never a token. */
  @Get()
  @ConsolePage('adminsearchpage', 'Search', { role: 'support' })
  async page(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const query = queryIn(visit, 'query').trim();
    const hits = query === '' ? [] : await this.search.find(query, visit.by);
    return html(searchPage({ by: visit.by, query, hits }));
  }

  /** A POST, so that a pasted token is in no URL. What was not found stays out of URLs too: it may be a secret. */
  @Post()
  @ConsolePage('adminsearch', 'Finds an account, a family, a client or a token', {
    role: 'support',
    writes: true,
  })
  async find(@AtConsole() { body, by }: ConsoleVisit): Promise<Shown> {
    const sent = await sentForm(SearchForm, body);
    if ('errors' in sent)
      return html(searchPage({ by, query: '', hits: [], problem: sent.problem }), { status: 422 });
    const { query } = sent.body;
    const isToken = SCHEME.test(query) || LIKE_A_TOKEN.test(query);
    const inspected = isToken ? await this.tokens.inspect(query) : undefined;
    const isKnown = inspected !== undefined && inspected.state !== 'unknown';
    const hits = isKnown ? [] : await this.search.find(query, by);
    if (hits.length === 0) return html(searchPage({ by, query: isToken ? '' : query, hits, inspected }));
    return seeOther(theOne(hits)?.href ?? addressOf(SEARCH, { query }));
  }
}

/** Where the search leads without a choice: to the only hit, or the only one that was typed as a whole. */
function theOne(hits: readonly Hit[]): Hit | undefined {
  const exact = hits.filter(({ isExact }) => isExact);
  const likely = exact.length > 0 ? exact : hits;
  return likely.length === 1 ? likely[0] : undefined;
}
