import { AUDIT_ACTIONS, type AuditAction } from '../../platform/audit/audit-actions.js';
import { Field, Select } from '../../platform/pages/form.js';
import { ButtonLink } from '../shell/console/actions.js';
import { renderConsole, type PageProps } from '../shell/console/console-frame.js';
import { ActiveFilters, addressWith, Empty, Moment, Pager, Search, Table } from '../shell/console/list.js';
import type { ListPage } from '../shell/paging.js';
import { wordIfKnown } from '../shell/console/state.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { labelOf } from './action-label.js';
import type { Names } from './audit-names.js';
import {
  AuditSearch,
  FILTER_NAMES,
  filtersOf,
  AUDIT_PERIODS,
  type Filters,
  isLive,
} from './audit-search.args.js';
import type { AuditEventView } from './audit-trail.view.js';
import { Raw, Sentence } from './event.js';
import { momentOf } from './moment.js';
import type { SavedFilter } from './saved-filter.entity.js';
import { Saved, UndoDeletion } from './saved-filters.card.js';

const ACTIONS = (Object.keys(AUDIT_ACTIONS) as AuditAction[]).sort();
export const AUDIT = '/admin/audit';
export const LIVE_SECONDS = 10;

export interface AuditProps extends PageProps {
  readonly page: ListPage<AuditEventView>;
  readonly search: AuditSearch;
  readonly names: Names;
  readonly saved: readonly SavedFilter[];
  /** What was typed as the name of a filter. */
  readonly name?: string;
  /** The name of the filter that was deleted just now; the page shows what it had found. */
  readonly deleted?: string;
}

export function auditPage(props: AuditProps): string {
  const { by, page, search, names, errors, deleted } = props;
  const filters = filtersOf(search);
  return renderConsole({
    ...props,
    title: 'Audit',
    section: 'audit',
    undo: deleted !== undefined && <UndoDeletion name={deleted} filters={filters} />,
    actions: <Live search={search} at={by.at} />,
    children: (
      <>
        <p class="lead">Who did what and when, and whether it succeeded.</p>
        <FilterForm search={search} errors={errors} />
        <ActiveFilters path={AUDIT} query={filters} filters={activeIn(search)} />
        <Saved {...props} filters={filters} />
        <Meaning action={search.action} />
        {page.items.length === 0 ? (
          <Empty>No events found. Clear some filters to see more.</Empty>
        ) : (
          <>
            <Table
              caption="Events"
              rows={page.items}
              keyOf={({ id }) => id}
              columns={[
                { name: 'Time', cell: ({ at }) => <Moment at={at} isExact /> },
                {
                  name: 'What happened',
                  isText: true,
                  cell: (event) => <Sentence event={event} names={names} role={by.role} />,
                },
                { name: 'Action', cell: What },
                { name: 'IP address', isKnown: true, cell: ({ address }) => address },
                { name: 'Details', cell: (event) => <Raw event={event} /> },
              ]}
            />
            <p class="after">
              <a href={addressWith(`${AUDIT}/export`, filters)} download="audit.ndjson">
                Download all matching events (NDJSON)
              </a>
            </p>
          </>
        )}
        <Pager path={AUDIT} query={{ ...filters, after: search.after }} next={page.next} />
      </>
    ),
  });
}

function FilterForm({ search, errors }: Pick<AuditProps, 'search' | 'errors'>) {
  const field = fieldsOf(AuditSearch, search, errors);
  const picker = (name: 'from' | 'to') => (
    <Field {...field(name)} value={pickedIn(search[name])} type="datetime-local" isOptional />
  );
  return (
    <Search
      action={AUDIT}
      isOpen={errors !== undefined}
      more={
        <>
          <Select
            {...field('action')}
            options={[['', 'Any'], ...ACTIONS.map((action) => [action, labelOf(action)] as const)]}
          />
          <Select
            {...field('outcome')}
            options={[
              ['', 'Any'],
              ['ok', 'OK'],
              ['refused', 'Refused'],
            ]}
          />
          <Select
            {...field('last')}
            options={[
              ['', 'Any'],
              ...Object.entries(AUDIT_PERIODS).map(([period, [text]]) => [period, text] as const),
            ]}
          />
        </>
      }
      rare={
        <>
          <Field {...field('client')} hint="Name or client id" type="search" isOptional />
          <Field
            {...field('target')}
            hint="client:shop, account:7 …"
            type="search"
            isOptional
            longest={300}
          />
          {picker('from')}
          {picker('to')}
        </>
      }
    >
      <Field {...field('account')} hint="Name, number, address" type="search" isOptional longest={320} />
    </Search>
  );
}

/** The filters in force, in the words of the form. */
function activeIn(search: AuditSearch) {
  const field = fieldsOf(AuditSearch, search);
  const { action, outcome, last } = search;
  const words: Readonly<Partial<Record<keyof Filters, string>>> = {
    action: action && labelOf(action),
    outcome: wordIfKnown(outcome),
    last: Object.entries(AUDIT_PERIODS).find(([period]) => period === last)?.[1][0],
  };
  return FILTER_NAMES.map((name) => ({ ...field(name), shown: words[name] }));
}

/** Switches the renewal of the page on and off. It needs no JavaScript, only the Refresh header of the answer. */
function Live({ search, at }: { readonly search: AuditSearch; readonly at: Date }) {
  const filters = filtersOf(search);
  if (isLive(search, at))
    return (
      <>
        <span class="quiet">Live: every {LIVE_SECONDS} seconds</span>
        <ButtonLink href={addressWith(AUDIT, filters)}>Stop</ButtonLink>
      </>
    );
  return (
    <ButtonLink href={addressWith(AUDIT, { ...filters, live: String(at.getTime()) })}>Follow live</ButtonLink>
  );
}

/** A moment as a date and time picker takes it: in UTC, without its zone. */
function pickedIn(text: string | undefined): string {
  const moment = momentOf(text);
  return moment === null
    ? ''
    : new Date(moment)
        .toISOString()
        .replace(/(:00)?(\.0+)?Z$/, '')
        .replace(/Z$/, '');
}

/** Explains the action that the list is filtered by. */
function Meaning({ action }: { readonly action: string | undefined }) {
  const meaning = meaningOf(action);
  return meaning === undefined ? null : (
    <p class="quiet">
      <strong>{labelOf(action ?? '')}</strong> (<code>{action}</code>): {meaning}.
    </p>
  );
}

/** The catalogue is written in Markdown: backticks are removed. */
function meaningOf(action: string | undefined): string | undefined {
  const known = ACTIONS.find((each) => each === action);
  return known && AUDIT_ACTIONS[known].records.replaceAll('`', '');
}

function What({ action }: AuditEventView) {
  return (
    <a href={addressWith(AUDIT, { action })} title={action}>
      {labelOf(action)}
    </a>
  );
}
