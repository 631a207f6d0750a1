import { Get, Post } from '@nestjs/common';
import { IsString, Length } from 'class-validator';
import { FormField, trimmed } from '../../platform/checks/form.js';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { Grants } from '../grants/grants.service.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { sentForm, queryIn } from '../shell/console/sent-form.js';
import { addressWith } from '../shell/console/list.js';
import { SEARCH } from '../shell/console/search-box.js';
import { adminSearchPage } from './admin-search.page.js';
import { ConsoleSearch, type FoundRecord } from './console-search.service.js';

/** The form of a token, which an unusual login may have too. */
const LIKE_A_TOKEN = /^[\w-]{60,}$/;
const SCHEME = /^(?:Authorization:\s*)?(?:Bearer|MAC)\s/i;

/** What is typed into the search field. */
class SearchForm {
  @FormField(trimmed, 'Search for')
  @IsString()
  @Length(1, 4096)
  query!: string;
}

/** The page behind the search field of every page. */
@Console('search')
export class SearchConsole {
  constructor(
    private readonly search: ConsoleSearch,
    private readonly grants: Grants,
  ) {}

  /** Shows results at an address that can be kept: it has a query that found something, never a token. */
  @Get()
  @ConsolePage('adminsearchpage', 'Search', { role: 'support' })
  async page(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const query = queryIn(visit, 'query').trim();
    const hits = query === '' ? [] : await this.search.find(query, visit.by);
    return html(adminSearchPage({ by: visit.by, query, hits }));
  }

  /** A POST, so that no URL has a pasted token. A query without results stays out of URLs too: it may be a secret. */
  @Post()
  @ConsolePage('adminsearch', 'Finds an account, a family, a client or a token', {
    role: 'support',
    writes: true,
    shows: 'answer',
  })
  async find(@AtConsole() { body, by }: ConsoleVisit): Promise<Shown> {
    const sent = await sentForm(SearchForm, body);
    if ('errors' in sent)
      return html(adminSearchPage({ by, query: '', hits: [], problem: sent.problem }), { status: 422 });
    const { query } = sent.body;
    const isToken = SCHEME.test(query) || LIKE_A_TOKEN.test(query);
    const inspected = isToken ? await this.grants.inspectToken(query) : undefined;
    const isKnown = inspected !== undefined && inspected.state !== 'unknown';
    const hits = isKnown ? [] : await this.search.find(query, by);
    if (hits.length === 0) return html(adminSearchPage({ by, query: isToken ? '' : query, hits, inspected }));
    return seeOther(theOne(hits)?.href ?? addressWith(SEARCH, { query }));
  }
}

/** The record to open at once: the only result, or the only one that the query names in full. */
function theOne(hits: readonly FoundRecord[]): FoundRecord | undefined {
  const exact = hits.filter(({ isExact }) => isExact);
  const likely = exact.length > 0 ? exact : hits;
  return likely.length === 1 ? likely[0] : undefined;
}
