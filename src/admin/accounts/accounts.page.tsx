import { Field, Select } from '../../platform/pages/form.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { ButtonLink } from '../shell/console/actions.js';
import { renderConsole } from '../shell/console/console-frame.js';
import { ActiveFilters, Empty, Moment, Pager, Search, sortsAt, Table } from '../shell/console/list.js';
import type { ListProps } from '../shell/console/listed.js';
import { State, wordIfKnown, wordOf } from '../shell/console/state.js';
import { ACCOUNT_FIELDS } from '../../identity/accounts/account.fields.js';
import { AccountQuery } from './admin-account.args.js';
import type { AccountSummary } from './account.view.js';

export const ACCOUNTS = '/admin/accounts';
const STATUSES = [
  ['', 'Any'],
  ...ACCOUNT_FIELDS.status.choices.map((each) => [each, wordOf(each)] as const),
] as const;
const ROLES = [
  ['', 'Any or none'],
  ...ACCOUNT_FIELDS.role.choices.map((each) => [each, wordOf(each)] as const),
] as const;

export function accountsPage(props: ListProps<AccountQuery, AccountSummary>): string {
  const { by, page, query, done, errors, problem } = props;
  const field = fieldsOf(AccountQuery, query, errors);
  const { query: text, status, role, sort = 'created', after } = query;
  const filters = { query: text, status, role };
  const sorts = sortsAt<'created' | 'name'>(ACCOUNTS, filters, { now: sort, usual: 'created' });
  const isFiltered = Boolean(status ?? role);
  return renderConsole({
    title: 'Accounts',
    section: 'accounts',
    by,
    actions: by.role === 'administrator' && (
      <>
        <ButtonLink href={`${ACCOUNTS}/import`}>Import</ButtonLink>
        <ButtonLink href={`${ACCOUNTS}/new`} isPrimary>
          New account
        </ButtonLink>
      </>
    ),
    done,
    problem,
    children: (
      <>
        <p class="lead">People who can sign in.</p>
        <Search
          action={ACCOUNTS}
          more={
            <>
              <Select {...field('status')} options={STATUSES} />
              <Select {...field('role')} options={ROLES} />
            </>
          }
        >
          <Field {...field('query')} type="search" isOptional />
        </Search>
        <ActiveFilters
          path={ACCOUNTS}
          query={filters}
          filters={[
            { ...field('query'), shown: text },
            { ...field('status'), shown: wordIfKnown(status) },
            { ...field('role'), shown: wordIfKnown(role) },
          ]}
        />
        {page.items.length === 0 ? (
          <NothingHere query={query} next={page.next} />
        ) : (
          <List items={page.items} sorts={text ? null : sorts} byName={!isFiltered} />
        )}
        <Pager
          path={ACCOUNTS}
          query={{ ...filters, sort: sort === 'created' ? undefined : sort, after }}
          next={page.next}
        />
      </>
    ),
  });
}

function NothingHere({ query, next }: { readonly query: AccountQuery; readonly next: string | null }) {
  if (next !== null)
    return <Empty>No results on this page. Go to the next page, or enter a longer search term.</Empty>;
  if (query.query || query.status || query.role)
    return (
      <Empty>
        No accounts found. Search by the beginning of a name, e-mail address, phone number or login.
      </Empty>
    );
  return <Empty>No accounts yet. Create one here, by provisioning or by an import.</Empty>;
}

interface TableProps {
  readonly items: readonly AccountSummary[];
  /** null: search results, which keep the order of their matches. */
  readonly sorts: ReturnType<typeof sortsAt<'created' | 'name'>> | null;
  /** Whether the list can be sorted by name: no filter works with the index of names. */
  readonly byName: boolean;
}

function List({ items, sorts, byName }: TableProps) {
  return (
    <Table
      caption="Accounts"
      rows={items}
      keyOf={({ accountId }) => accountId}
      columns={[
        {
          name: 'Name',
          isText: true,
          sort: byName ? sorts?.('name') : undefined,
          cell: ({ accountId, name }) => <a href={addressOfAccount(accountId)}>{name}</a>,
        },
        { name: 'Identifiers', isText: true, cell: ({ identifiers }) => identifiers.join(', ') },
        { name: 'Status', cell: ({ status }) => <State of={status} /> },
        {
          name: 'Role',
          cell: ({ role }) => role && <State of={role} />,
        },
        {
          name: 'Created',
          sort: sorts?.('created'),
          cell: ({ createdAt }) => <Moment at={createdAt} />,
        },
        { name: 'Last sign-in', cell: ({ lastLoginAt }) => <Moment at={lastLoginAt} /> },
      ]}
    />
  );
}

export function addressOfAccount(accountId: string): string {
  return `${ACCOUNTS}/${encodeURIComponent(accountId)}`;
}
