import { AUDIT_ACTIONS, type AuditAction } from '../../platform/audit/catalogue.js';
import { Field, Select } from '../../platform/pages/form.js';
import type { Administrator } from '../shell/access/administrator.js';
import type { FormErrors } from '../shell/console/checked.js';
import { renderConsole } from '../shell/console/frame.js';
import { addressOf, Empty, Moment, Pager, Search, Table } from '../shell/console/list.js';
import type { ListPage } from '../shell/paging.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { Details } from './details.js';
import { AuditQuery, type AuditEventView } from './audit-trail.view.js';

const ACTIONS = (Object.keys(AUDIT_ACTIONS) as AuditAction[]).sort();
export const AUDIT = '/admin/audit';

interface AuditProps {
  readonly by: Administrator;
  readonly page: ListPage<AuditEventView>;
  readonly query: AuditQuery;
  readonly errors?: FormErrors;
}

export function auditPage({ by, page, query, errors }: AuditProps): string {
  const field = fieldsOf(AuditQuery, query, errors);
  const filters = filtersOf(query);
  const filter = (name: 'account' | 'client' | 'target' | 'from' | 'to', hint: string) => (
    <Field {...field(name)} hint={hint} type="search" isOptional />
  );
  return renderConsole({
    title: 'Audit',
    section: 'audit',
    by,
    children: (
      <>
        <p class="lead">Who did what and when, and whether it succeeded. Times are in UTC.</p>
        <Search action={AUDIT}>
          <Select
            {...field('action')}
            options={[['', 'any'], ...ACTIONS.map((action) => [action, action] as const)]}
          />
          {filter('account', 'the account that did it')}
          {filter('client', 'the client that did it')}
          {filter('target', 'client:shop, account:7 …')}
          <Select
            {...field('outcome')}
            options={[
              ['', 'any'],
              ['ok', 'success'],
              ['refused', 'refused'],
            ]}
          />
          {filter('from', '2026-11-21 or 2026-11-21T12:00')}
          {filter('to', 'same format')}
        </Search>
        <Meaning action={query.action} />
        {page.items.length === 0 ? (
          <Empty>No events found. Clear some filters to see more.</Empty>
        ) : (
          <>
            <Table
              caption="Events"
              isDense
              rows={page.items}
              keyOf={({ id }) => id}
              columns={[
                { name: 'Time', cell: ({ at }) => <Moment at={at} /> },
                { name: 'Action', cell: What },
                { name: 'Actor', cell: Who },
                { name: 'Target', cell: ({ target }) => target !== null && <Breakable text={target} /> },
                { name: 'IP address', cell: ({ address }) => address },
                { name: 'Details', cell: ({ details }) => details && <Details of={details} /> },
              ]}
            />
            <p class="after">
              <a
                href={addressOf(`${AUDIT}/export`, { ...filters, after: undefined })}
                download="audit.ndjson"
              >
                Download all matching events (NDJSON)
              </a>
            </p>
          </>
        )}
        <Pager path={AUDIT} query={filters} next={page.next} />
      </>
    ),
  });
}

/** The filters, without the page size: what the page's address holds. */
export function filtersOf(query: AuditQuery): Omit<AuditQuery, 'limit'> {
  const { account, client, action, target, outcome, from, to, after } = query;
  return { account, client, action, target, outcome, from, to, after };
}

/** Explains the action that the list is filtered by. */
function Meaning({ action }: { readonly action: string | undefined }) {
  const meaning = meaningOf(action);
  return meaning === undefined ? null : (
    <p class="quiet after">
      <strong>{action}</strong>: {meaning}.
    </p>
  );
}

/** The catalogue is written in Markdown: backticks are removed. */
function meaningOf(action: string | undefined): string | undefined {
  const known = ACTIONS.find((each) => each === action);
  return known && AUDIT_ACTIONS[known].records.replaceAll('`', '');
}

function What({ action, outcome }: AuditEventView) {
  return (
    <>
      <a href={addressOf(AUDIT, { action })} title={meaningOf(action)}>
        <Breakable text={action} />
      </a>
      {outcome === 'refused' && <strong class="wrong"> refused</strong>}
    </>
  );
}

/** A name that may wrap between its parts, but not within one. */
function Breakable({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(/(?<=[._:-])/).map((part, at) => (
        <>
          {at > 0 && <wbr />}
          {part}
        </>
      ))}
    </>
  );
}

function Who({ accountId, clientId }: AuditEventView) {
  return (
    <>
      {accountId !== null && <a href={`/admin/accounts/${accountId}`}>account {accountId}</a>}{' '}
      {clientId !== null && <a href={addressOf(AUDIT, { client: clientId })}>{clientId}</a>}
    </>
  );
}
