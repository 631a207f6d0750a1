import { Field, Select } from '../../platform/pages/form.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { ButtonLink } from '../shell/console/actions.js';
import { Moment, sortsAt } from '../shell/console/list.js';
import { renderList } from '../shell/console/list-page.js';
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
  const { query, errors, ...shown } = props;
  const field = fieldsOf(AccountQuery, query, errors);
  const { query: text, status, role, sort = 'created', after } = query;
  const filters = { query: text, status, role };
  const sorts = sortsAt<'created' | 'name'>(ACCOUNTS, filters, { now: sort, usual: 'created' });
  return renderList({
    ...shown,
    title: 'Accounts',
    section: 'accounts',
    path: ACCOUNTS,
    actions: shown.by.role === 'administrator' && (
      <>
        <ButtonLink href={`${ACCOUNTS}/import`}>Import</ButtonLink>
        <ButtonLink href={`${ACCOUNTS}/new`} isPrimary>
          New account
        </ButtonLink>
      </>
    ),
    lead: 'People who can sign in.',
    search: <Field {...field('query')} type="search" isOptional />,
    more: (
      <>
        <Select {...field('status')} options={STATUSES} />
        <Select {...field('role')} options={ROLES} />
      </>
    ),
    filters: [
      field('query'),
      { ...field('status'), shown: wordIfKnown(status) },
      { ...field('role'), shown: wordIfKnown(role) },
    ],
    sort: sort === 'created' ? undefined : sort,
    after,
    none: nothingFor(query, shown.page.next),
    keyOf: ({ accountId }) => accountId,
    columns: [
      {
        name: 'Name',
        isText: true,
        // no filter works with the index of names
        sort: text || status || role ? undefined : sorts('name'),
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
        sort: text ? undefined : sorts('created'), // found by a text, they are in the order of their matches
        cell: ({ createdAt }) => <Moment at={createdAt} />,
      },
      { name: 'Last sign-in', cell: ({ lastLoginAt }) => <Moment at={lastLoginAt} /> },
    ],
  });
}

function nothingFor({ query, status, role }: AccountQuery, next: string | null): string {
  if (next !== null) return 'No results on this page. Go to the next page, or enter a longer search term.';
  if (query || status || role)
    return 'No accounts found. Search by the beginning of a name, e-mail address, phone number or login.';
  return 'No accounts yet. Create one here, by provisioning or by an import.';
}

export function addressOfAccount(accountId: string): string {
  return `${ACCOUNTS}/${encodeURIComponent(accountId)}`;
}
