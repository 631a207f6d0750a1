import { ACCOUNTS } from '../accounts/accounts.page.js';
import type { TokenView } from '../grants/grant.view.js';
import { Inspected } from '../grants/tokens.page.js';
import type { Administrator } from '../shell/access/administrator.js';
import { Id } from '../shell/console/copy.js';
import { renderConsole } from '../shell/console/frame.js';
import { addressOf, Empty, Table } from '../shell/console/list.js';
import { KINDS, type Hit } from './search-hit.js';
import { MOST_OF_A_KIND } from './console-search.service.js';

const LISTS: Readonly<Record<Hit['kind'], { readonly title: string; readonly path: string }>> = {
  account: { title: 'Accounts', path: ACCOUNTS },
  family: { title: 'Families', path: '/admin/families' },
  client: { title: 'Clients', path: '/admin/clients' },
};

interface SearchPageProps {
  readonly by: Administrator;
  /** Empty: nothing was searched for yet. Never a token. */
  readonly query: string;
  readonly hits: readonly Hit[];
  /** What a pasted token is. */
  readonly inspected?: TokenView;
  readonly problem?: string;
}

export function searchPage({ by, query, hits, inspected, problem }: SearchPageProps): string {
  return renderConsole({
    title: query === '' ? 'Search' : `Results for “${query}”`,
    section: null,
    by,
    problem,
    children: (
      <>{inspected ? <Inspected token={inspected} /> : <Found query={query} hits={hits} by={by} />}</>
    ),
  });
}

function Found({ query, hits, by }: Pick<SearchPageProps, 'query' | 'hits' | 'by'>) {
  if (hits.length === 0)
    return (
      <Empty>
        {query !== '' && 'Nothing found. '}
        Search for the number of an account or a family, an e-mail address, a phone number or a login
        {by.role === 'administrator' && ', a client_id'}, the beginning of a name, or paste a token.
      </Empty>
    );
  return (
    <>
      {KINDS.map((kind) => (
        <Group key={kind} kind={kind} query={query} hits={hits.filter((hit) => hit.kind === kind)} />
      ))}
    </>
  );
}

function Group({ kind, query, hits }: Pick<SearchPageProps, 'query' | 'hits'> & Pick<Hit, 'kind'>) {
  if (hits.length === 0) return null;
  const { title, path } = LISTS[kind];
  return (
    <section aria-labelledby={kind}>
      <h2 id={kind}>{title}</h2>
      <Table
        caption={title}
        rows={hits}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Name', cell: ({ name, href }) => <a href={href}>{name}</a> },
          {
            name: kind === 'client' ? 'Client id' : 'Number',
            cell: ({ id }) => <Id value={id} what={`the ${kind} id`} />,
          },
          { name: 'Details', cell: ({ detail }) => detail },
        ]}
      />
      {hits.length >= MOST_OF_A_KIND && (
        <p>
          <a href={addressOf(path, { query })}>All {title.toLowerCase()} that begin with this</a>
        </p>
      )}
    </section>
  );
}
