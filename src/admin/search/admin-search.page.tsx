import { ACCOUNTS } from '../accounts/accounts.page.js';
import type { TokenView } from '../grants/grant.view.js';
import { Inspected } from '../grants/grants.page.js';
import { Id } from '../shell/console/copy.js';
import { renderConsole, type PageProps } from '../shell/console/console-frame.js';
import { addressWith, Empty, Table } from '../shell/console/list.js';
import { HIT_KINDS, MOST_OF_A_KIND, type FoundRecord } from './console-search.service.js';

const LISTS: Readonly<Record<FoundRecord['kind'], { readonly title: string; readonly path: string }>> = {
  account: { title: 'Accounts', path: ACCOUNTS },
  family: { title: 'Families', path: '/admin/families' },
  client: { title: 'Clients', path: '/admin/clients' },
};

interface SearchPageProps extends PageProps {
  /** Empty before a search. Never a token. */
  readonly query: string;
  readonly hits: readonly FoundRecord[];
  /** The state of a pasted token. */
  readonly inspected?: TokenView;
}

export function adminSearchPage({ by, query, hits, inspected, problem }: SearchPageProps): string {
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
      {HIT_KINDS.map((kind) => (
        <Group key={kind} kind={kind} query={query} hits={hits.filter((hit) => hit.kind === kind)} />
      ))}
    </>
  );
}

function Group({ kind, query, hits }: Pick<SearchPageProps, 'query' | 'hits'> & Pick<FoundRecord, 'kind'>) {
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
          { name: 'Name', isText: true, cell: ({ name, href }) => <a href={href}>{name}</a> },
          {
            name: kind === 'client' ? 'Client id' : 'Number',
            cell: ({ id }) => <Id value={id} what={`the ${kind} id`} />,
          },
          { name: 'Details', isText: true, cell: ({ detail }) => detail },
        ]}
      />
      {hits.length >= MOST_OF_A_KIND && (
        <p>
          <a href={addressWith(path, { query })}>All {title.toLowerCase()} that begin with this</a>
        </p>
      )}
    </section>
  );
}
