import type { RulesOf } from '../../../platform/checks/check.js';
import type { Administrator } from '../access/administrator.js';
import { NOTHING, type ListPage } from '../paging.js';
import type { PageProps } from './console-frame.js';
import { sentForm } from './sent-form.js';

/** The props of a list page. */
export interface ListProps<Query, Row> extends PageProps {
  readonly page: ListPage<Row>;
  readonly query: Query;
}

/** Reads the filters from the address, and the page of the list for them; an empty page if a filter is invalid. */
export async function listed<Query extends object, Row>(
  { by, query }: { readonly by: Administrator; readonly query: object },
  type: RulesOf<Query>,
  list: (query: Query) => Promise<ListPage<Row>>,
): Promise<ListProps<Query, Row>> {
  const sent = await sentForm(type, query);
  const page = 'body' in sent ? await list(sent.body) : NOTHING;
  return { by, page, query: sent.values, ...('errors' in sent && sent) };
}
