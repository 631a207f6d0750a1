import { Field, Select } from '../../platform/pages/form.js';
import type { Administrator } from '../shell/access/administrator.js';
import { Badge, ButtonLink } from '../shell/console/actions.js';
import type { FormErrors } from '../shell/console/sent-form.js';
import { Id } from '../shell/console/copy.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { renderConsole } from '../shell/console/console-frame.js';
import { ActiveFilters, Empty, Moment, Pager, Search, sortsAt, Table } from '../shell/console/list.js';
import { State, wordOf } from '../shell/console/state.js';
import type { ListPage } from '../shell/paging.js';
import { ClientQuery } from './client.args.js';
import type { ClientSummary } from './client.view.js';

const PATH = '/admin/clients';

const STATES: ReadonlyMap<string, string> = new Map([
  ['enabled', wordOf('active')],
  ['disabled', wordOf('disabled')],
]);

/** A client may be called "new": its address has a letter encoded, and so is not that of the form for a new one. */
export function addressOfClient(clientId: string): string {
  return `${PATH}/${clientId === 'new' ? 'ne%77' : encodeURIComponent(clientId)}`;
}

interface ListProps {
  readonly by: Administrator;
  readonly page: ListPage<ClientSummary>;
  readonly query: ClientQuery;
  readonly rulesets: readonly { readonly name: string }[];
  readonly done?: string;
  readonly errors?: FormErrors;
  readonly problem?: string;
}

export function clientsPage({ by, page, query, rulesets, done, errors, problem }: ListProps): string {
  const field = fieldsOf(ClientQuery, query, errors);
  const inAddress = { ...filtersOf(query), sort: query.sort === 'id' ? undefined : query.sort };
  const isFiltered = Boolean(query.query ?? query.ruleset ?? query.state);
  return renderConsole({
    title: 'Clients',
    section: 'clients',
    by,
    actions: (
      <>
        <ButtonLink href="/admin/unregistered-clients">Unregistered</ButtonLink>
        <ButtonLink href="/admin/configuration">Export or import</ButtonLink>
        <ButtonLink href="/admin/clients/new" isPrimary>
          New client
        </ButtonLink>
      </>
    ),
    done,
    problem,
    children: (
      <>
        <p class="lead">Applications that may use the API. Each has its own id, secret and ruleset.</p>
        <Search
          action={PATH}
          more={
            <>
              <Select
                {...field('ruleset')}
                options={[['', 'Any'], ...rulesets.map(({ name }) => [name, name] as const)]}
              />
              <Select {...field('state')} options={[['', 'Any'], ...STATES]} />
            </>
          }
        >
          <Field {...field('query')} type="search" isOptional />
        </Search>
        <ActiveFilters
          path={PATH}
          query={inAddress}
          filters={[
            { ...field('query'), shown: query.query },
            { ...field('ruleset'), shown: query.ruleset },
            { ...field('state'), shown: STATES.get(query.state ?? '') ?? query.state },
          ]}
        />
        {page.items.length === 0 ? (
          <Empty>
            {isFiltered ? (
              'No clients found. Try a shorter search term.'
            ) : (
              <>
                No clients yet. <a href="/admin/clients/new">Create the first one.</a>
              </>
            )}
          </Empty>
        ) : (
          <ClientTable items={page.items} query={query} />
        )}
        <Pager path={PATH} query={{ ...inAddress, after: query.after }} next={page.next} />
      </>
    ),
  });
}

function filtersOf({ query, ruleset, state }: ListProps['query']) {
  return { query, ruleset, state };
}

interface TableProps extends Pick<ListProps, 'query'> {
  readonly items: readonly ClientSummary[];
}

function ClientTable({ items, query }: TableProps) {
  const sorts = sortsAt<'id' | 'name' | 'created'>(PATH, filtersOf(query), {
    now: query.sort ?? 'id',
    usual: 'id',
  });
  return (
    <Table
      caption="Clients"
      rows={items}
      keyOf={({ clientId }) => clientId}
      columns={[
        {
          name: 'Client id',
          isKnown: true,
          sort: sorts('id'),
          cell: ({ clientId }) => (
            <Id value={clientId} what="the client id" href={addressOfClient(clientId)} />
          ),
        },
        { name: 'Name', isText: true, sort: sorts('name'), cell: ({ name }) => name },
        {
          name: 'Ruleset',
          isKnown: true,
          cell: ({ ruleset }) => <a href={`/admin/rulesets/${encodeURIComponent(ruleset)}`}>{ruleset}</a>,
        },
        { name: 'Type', cell: (client) => <Kinds client={client} /> },
        { name: 'State', cell: ({ isDisabled }) => <State of={isDisabled ? 'disabled' : 'active'} /> },
        {
          name: 'Created',
          sort: sorts('created'),
          cell: ({ createdAt }) => <Moment at={createdAt} />,
        },
      ]}
    />
  );
}

const BADGES: Readonly<Record<string, string>> = { strict: 'Strict', fapi2: 'FAPI 2.0' };

/** What is shown of a profile; nothing of the oldest. */
export function badgeOf(profile = 'interface'): string[] {
  return profile in BADGES ? [BADGES[profile]] : [];
}

/** Type, profile and privilege. */
export function Kinds({ client: { clientType, profile, isPrivileged } }: { readonly client: ClientSummary }) {
  return (
    <span class="badges">
      <Badge>{clientType === 'public' ? 'Public' : 'Confidential'}</Badge>
      {badgeOf(profile).map((text) => (
        <Badge key={text}>{text}</Badge>
      ))}
      {isPrivileged && <Badge tone="warn">Privileged</Badge>}
    </span>
  );
}
