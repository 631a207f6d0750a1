import { AUDIT_ACTIONS } from '../../audit/catalogue.js';
import { Field, Select } from '../../pages/form.js';
import type { Administrator } from '../access/administrator.js';
import type { FormErrors } from '../console/checked.js';
import { renderConsole } from '../console/frame.js';
import { addressOf, Empty, Moment, Pager, Search, Table } from '../console/list.js';
import type { ListPage } from '../paging.js';
import type { AuditEventView } from './audit-trail.view.js';

const ACTIONS = Object.keys(AUDIT_ACTIONS).sort();
export const AUDIT = '/admin/audit';
export const FILTERS = ['account', 'client', 'action', 'target', 'outcome', 'from', 'to'] as const;
export type AuditFilters = Readonly<Record<(typeof FILTERS)[number] | 'after', string>>;

interface AuditProps {
  readonly by: Administrator;
  readonly page: ListPage<AuditEventView>;
  readonly query: AuditFilters;
  readonly errors?: FormErrors;
}

export function auditPage({ by, page, query, errors = {} }: AuditProps): string {
  const field = (name: (typeof FILTERS)[number], label: string, hint?: string) => (
    <Field {...{ name, label, hint }} type="search" value={query[name]} error={errors[name]} isOptional />
  );
  return renderConsole({
    title: 'Audit',
    section: 'audit',
    by,
    children: (
      <>
        <p class="lead">Who did what, to what, when and with what result. Times are UTC.</p>
        <Search action={AUDIT}>
          <Select
            name="action"
            label="Action"
            value={query.action}
            options={[['', 'any'], ...ACTIONS.map((action) => [action, action] as const)]}
          />
          {field('account', 'Account id', 'who did it')}
          {field('client', 'Client id', 'by which client')}
          {field('target', 'Target', 'client:shop, account:7 …')}
          <Select
            name="outcome"
            label="Result"
            value={query.outcome}
            options={[
              ['', 'any'],
              ['ok', 'done'],
              ['refused', 'refused'],
            ]}
          />
          {field('from', 'From', '2026-11-21 or 2026-11-21T12:00')}
          {field('to', 'Before')}
        </Search>
        {page.items.length === 0 ? (
          <Empty>Nothing was recorded that fits. Leave a field empty to find more.</Empty>
        ) : (
          <>
            <Table
              caption="Events"
              rows={page.items}
              keyOf={({ id }) => id}
              columns={[
                { name: 'When', cell: ({ at }) => <Moment at={at} /> },
                { name: 'What', cell: What },
                { name: 'Who', cell: Who },
                { name: 'To what', cell: ({ target }) => target },
                { name: 'From', cell: ({ address }) => address },
                { name: 'More', cell: ({ details }) => details && <code>{JSON.stringify(details)}</code> },
              ]}
            />
            <p class="after">
              <a href={addressOf(`${AUDIT}/export`, { ...query, after: undefined })} download="audit.ndjson">
                Download all that fits, as NDJSON
              </a>
            </p>
          </>
        )}
        <Pager path={AUDIT} query={query} next={page.next} />
      </>
    ),
  });
}

function What({ action, outcome }: AuditEventView) {
  return (
    <>
      <a href={addressOf(AUDIT, { action })}>{action}</a>
      {outcome === 'refused' && <strong class="wrong"> refused</strong>}
    </>
  );
}

function Who({ accountId, clientId }: AuditEventView) {
  return (
    <>
      {accountId !== null && <a href={`/admin/accounts/${accountId}`}>account {accountId}</a>} {clientId}
    </>
  );
}
