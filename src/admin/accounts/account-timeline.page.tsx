import type { Role } from '../../identity/accounts/account.entity.js';
import type { Names } from '../audit/audit-names.js';
import type { AuditEventView } from '../audit/audit-trail.view.js';
import { Sentence } from '../audit/event.js';
import { addressWith, Empty, Moment, Pager } from '../shell/console/list.js';
import type { AccountPageProps } from './account-page-props.js';
import { addressOfTab } from './account-tabs.js';

/** The events by the account and about it, one sentence each. */
export function TimelineTab({ by, account: { accountId }, timeline, after }: AccountPageProps) {
  const path = addressOfTab(accountId, 'timeline');
  return (
    <>
      {timeline.items.length === 0 ? (
        <Empty>No events. What is past its retention is not shown.</Empty>
      ) : (
        <ol class="timeline">
          {timeline.items.map((event) => (
            <Entry key={event.id} event={event} names={timeline.names} role={by.role} />
          ))}
        </ol>
      )}
      <Pager path={path} query={{ after }} next={timeline.next} />
      <p class="after">
        In the audit:{' '}
        <a href={addressWith('/admin/audit', { account: accountId })}>actions by this account</a>,{' '}
        <a href={addressWith('/admin/audit', { account: accountId, outcome: 'refused' })}>refused actions</a>,{' '}
        <a href={addressWith('/admin/audit', { target: `account:${accountId}` })}>changes to this account</a>.
      </p>
    </>
  );
}

interface EntryProps {
  readonly event: AuditEventView;
  readonly names: Names;
  readonly role: Role;
}

function Entry({ event, names, role }: EntryProps) {
  const { at, action, address } = event;
  return (
    <li>
      <Moment at={at} />
      <p>
        <Sentence event={event} names={names} role={role} />{' '}
        <span class="quiet">
          <code>{action}</code>
          {address !== null && ` · ${address}`}
        </span>
      </p>
    </li>
  );
}
