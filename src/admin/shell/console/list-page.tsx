import type { ComponentChildren } from 'preact';
import type { ListPage } from '../paging.js';
import { ActiveFilters, type Filter } from './active-filters.js';
import { renderConsole, type ConsoleProps } from './console-frame.js';
import { Empty, Pager, Search, type SearchProps } from './list.js';
import { Table, type TableProps } from './table.js';

type Frame = Omit<ConsoleProps, 'children'>;

interface ListPageProps<Row> extends Frame, Pick<TableProps<Row>, 'keyOf' | 'columns'> {
  readonly path: string;
  readonly lead: ComponentChildren;
  /** Between the lead and the search form. */
  readonly above?: ComponentChildren;
  /** The fields that most people search by; left out: nothing is searched. */
  readonly search?: ComponentChildren;
  /** Further fields. */
  readonly more?: SearchProps['more'];
  readonly filters?: readonly Filter[];
  /** The address of the list without a page; left out: it has the filters. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** The order and the cursor in the address. */
  readonly sort?: string;
  readonly after?: string;
  readonly page: ListPage<Row>;
  /** Shown instead of an empty table: the first thing to do, or how to find more. */
  readonly none: ComponentChildren;
  /** What the table lists; the title, if left out. */
  readonly caption?: string;
}

/** A page with a list of records: the search form, the filters in force, the table, the links to other pages. */
export function renderList<Row>(props: ListPageProps<Row>): string {
  const { path, lead, above, search, more, filters = [], sort, after, page, none, keyOf, columns } = props;
  const { title, caption = title } = props;
  const { query = Object.fromEntries(filters.map(({ name, value }) => [name, value])) } = props;
  return renderConsole({
    ...props,
    children: (
      <>
        <p class="lead">{lead}</p>
        {above}
        {search !== undefined && (
          <Search action={path} more={more}>
            {search}
          </Search>
        )}
        <ActiveFilters path={path} query={query} filters={filters} />
        {page.items.length === 0 ? (
          <Empty>{none}</Empty>
        ) : (
          <Table caption={caption} rows={page.items} keyOf={keyOf} columns={columns} />
        )}
        <Pager path={path} query={{ ...query, ...(sort && { sort }), after }} next={page.next} />
      </>
    ),
  });
}
