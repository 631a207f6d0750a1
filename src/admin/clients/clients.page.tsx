import { Field, Select } from '../../platform/pages/form.js';
import { Badge, ButtonLink } from '../shell/console/actions.js';
import { Id } from '../shell/console/copy.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { Moment, sortsAt } from '../shell/console/list.js';
import { renderList } from '../shell/console/list-page.js';
import type { ListProps } from '../shell/console/listed.js';
import { State, wordOf } from '../shell/console/state.js';
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

interface ClientsPageProps extends ListProps<ClientQuery, ClientSummary> {
  readonly rulesets: readonly { readonly name: string }[];
}

export function clientsPage({ query, rulesets, errors, ...shown }: ClientsPageProps): string {
  const field = fieldsOf(ClientQuery, query, errors);
  const { query: text, ruleset, state, sort = 'id', after } = query;
  const filters = { query: text, ruleset, state };
  const sorts = sortsAt<'id' | 'name' | 'created'>(PATH, filters, { now: sort, usual: 'id' });
  return renderList({
    ...shown,
    title: 'Clients',
    section: 'clients',
    path: PATH,
    actions: (
      <>
        <ButtonLink href="/admin/unregistered-clients">Unregistered</ButtonLink>
        <ButtonLink href="/admin/configuration">Export or import</ButtonLink>
        <ButtonLink href="/admin/clients/new" isPrimary>
          New client
        </ButtonLink>
      </>
    ),
    lead: 'Applications that may use the API. Each has its own id, secret and ruleset.',
    search: <Field {...field('query')} type="search" isOptional />,
    more: (
      <>
        <Select
          {...field('ruleset')}
          options={[['', 'Any'], ...rulesets.map(({ name }) => [name, name] as const)]}
        />
        <Select {...field('state')} options={[['', 'Any'], ...STATES]} />
      </>
    ),
    filters: [field('query'), field('ruleset'), { ...field('state'), shown: STATES.get(state ?? '') }],
    query: { ...filters, sort: sort === 'id' ? undefined : sort },
    after,
    none:
      text || ruleset || state ? (
        'No clients found. Try a shorter search term.'
      ) : (
        <>
          No clients yet. <a href="/admin/clients/new">Create the first one.</a>
        </>
      ),
    keyOf: ({ clientId }) => clientId,
    columns: [
      {
        name: 'Client id',
        isKnown: true,
        sort: sorts('id'),
        cell: ({ clientId }) => <Id value={clientId} what="the client id" href={addressOfClient(clientId)} />,
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
    ],
  });
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
