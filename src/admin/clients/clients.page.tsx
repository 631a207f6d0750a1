import { Field, Select } from '../../platform/pages/form.js';
import type { Administrator } from '../shell/access/administrator.js';
import { renderConsole } from '../shell/console/frame.js';
import { Empty, Pager, Search, Table } from '../shell/console/list.js';
import type { ListPage } from '../shell/paging.js';
import type { ClientSummary } from './client.view.js';

const PATH = '/admin/clients';

export function addressOfClient(clientId: string): string {
  return `${PATH}/${encodeURIComponent(clientId)}`;
}

interface ListProps {
  readonly by: Administrator;
  readonly page: ListPage<ClientSummary>;
  readonly query: Readonly<Record<'query' | 'ruleset' | 'state' | 'after', string>>;
  readonly rulesets: readonly { readonly name: string }[];
  readonly done?: string;
}

export function clientsPage({ by, page, query, rulesets, done }: ListProps): string {
  const isFiltered = query.query !== '' || query.ruleset !== '' || query.state !== '';
  return renderConsole({
    title: 'Clients',
    section: 'clients',
    by,
    done,
    children: (
      <>
        <p class="lead">Applications that may use the API. Each has its own id, secret and ruleset.</p>
        <div class="choices">
          <ClientSearch query={query} rulesets={rulesets} />
          <a href="/admin/new-client" role="button">
            New client
          </a>
        </div>
        {page.items.length === 0 ? (
          <Empty>
            {isFiltered ? (
              'No clients found. Try a shorter search term.'
            ) : (
              <>
                No clients yet. <a href="/admin/new-client">Create the first one.</a>
              </>
            )}
          </Empty>
        ) : (
          <ClientTable items={page.items} />
        )}
        <Pager path={PATH} query={query} next={page.next} />
        <p class="after">
          <a href="/admin/configuration">Export or import clients and rulesets</a>
        </p>
      </>
    ),
  });
}

function ClientSearch({ query, rulesets }: Pick<ListProps, 'query' | 'rulesets'>) {
  return (
    <Search action={PATH}>
      <Field name="query" label="Id or name begins with" type="search" value={query.query} isOptional />
      <Select
        name="ruleset"
        label="Ruleset"
        value={query.ruleset}
        options={[['', 'any'], ...rulesets.map(({ name }) => [name, name] as const)]}
      />
      <Select
        name="state"
        label="State"
        value={query.state}
        options={[
          ['', 'any'],
          ['enabled', 'enabled'],
          ['disabled', 'disabled'],
        ]}
      />
    </Search>
  );
}

function ClientTable({ items }: { readonly items: readonly ClientSummary[] }) {
  return (
    <Table
      caption="Clients"
      rows={items}
      keyOf={({ clientId }) => clientId}
      columns={[
        {
          name: 'Client id',
          cell: ({ clientId }) => <a href={addressOfClient(clientId)}>{clientId}</a>,
        },
        { name: 'Name', cell: ({ name }) => name },
        {
          name: 'Ruleset',
          cell: ({ ruleset }) => <a href={`/admin/rulesets/${encodeURIComponent(ruleset)}`}>{ruleset}</a>,
        },
        { name: 'Type', cell: kindOf },
        { name: 'State', cell: ({ isDisabled }) => (isDisabled ? <strong>disabled</strong> : 'enabled') },
      ]}
    />
  );
}

/** Type, profile and privilege in a few words: "confidential, strict, privileged". */
export function kindOf({ clientType, profile, isPrivileged }: ClientSummary): string {
  return [
    clientType,
    ...(profile === 'strict' ? ['strict'] : []),
    ...(isPrivileged ? ['privileged'] : []),
  ].join(', ');
}
