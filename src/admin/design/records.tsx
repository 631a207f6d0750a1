import { Field, Select } from '../../platform/pages/form.js';
import { DAY, MINUTE } from '../../platform/security/clock.js';
import { Action } from '../shell/console/actions.js';
import { ConfirmForm } from '../shell/console/confirm-form.js';
import { Id, Lines } from '../shell/console/copy.js';
import { DangerForm, DangerZone } from '../shell/console/danger.js';
import { ActiveFilters, Empty, Moment, Pager, Search, sortsAt, Table } from '../shell/console/list.js';
import { Tabs } from '../shell/console/tabs.js';
import { State, type StateName } from '../shell/console/state.js';

const PATH = '/admin/design';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly state: StateName;
  readonly count: number;
  readonly ago: number | null;
}

const ROWS: readonly Row[] = [
  { id: 'books', name: 'Books', state: 'active', count: 7, ago: MINUTE },
  { id: 'shop', name: 'A shop with quite a long name', state: 'pending', count: 1234, ago: 40 * DAY },
  { id: 'old-app', name: 'Old app', state: 'disabled', count: 0, ago: null },
];

export function Copies() {
  return (
    <>
      <dl class="pairs">
        <dt>client_id</dt>
        <dd>
          <Id value="books" what="the client id" />
        </dd>
        <dt>client_secret</dt>
        <dd>
          <Id value="j868wjkS6s4O3iM-ndtGRhCjScb_WypPqqvrIeI_IkM" what="the secret" />
        </dd>
      </dl>
      <Lines
        text="curl -u books:SECRET -d grant_type=client_credentials https://hearth.example/token"
        what="the command"
      />
    </>
  );
}

export function Facts() {
  return (
    <dl class="pairs">
      <dt>Type</dt>
      <dd>invitation</dd>
      <dt>To</dt>
      <dd>somebody-with-a-rather-long-address@a-rather-long-name-of-a-domain.example</dd>
    </dl>
  );
}

export function Sections() {
  return (
    <Tabs
      label="Sections of Books"
      current={PATH}
      tabs={[
        { href: PATH, name: 'Profile' },
        { href: `${PATH}?sessions`, name: 'Sessions', count: 3 },
        { href: `${PATH}?families`, name: 'Families', count: 0 },
      ]}
    />
  );
}

export function Lists({ now }: { readonly now: Date }) {
  const sorts = sortsAt<'name' | 'used'>(PATH, {}, { now: 'name', usual: 'name' });
  return (
    <>
      <Search
        action={PATH}
        more={
          <Select
            name="state"
            label="State"
            value=""
            options={[
              ['', 'Any'],
              ['active', 'Active'],
            ]}
          />
        }
      >
        <Field name="query" label="Id or name begins with" type="search" isOptional />
      </Search>
      <ActiveFilters
        path={PATH}
        query={{}}
        filters={[
          { name: 'query', label: 'Id or name begins with', shown: 'boo' },
          { name: 'state', label: 'State', shown: 'Active' },
          { name: 'ruleset', label: 'Ruleset', shown: undefined },
        ]}
      />
      <ul class="chips" aria-label="Saved filters">
        <li>
          <a href={PATH} aria-current="true">
            Refused today
          </a>
        </li>
        <li>
          <a href={PATH}>Changes by administrators</a>
        </li>
      </ul>
      <Table
        caption="Clients"
        rows={ROWS}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Client id', cell: ({ id }) => <Id value={id} what="the client id" href={PATH} /> },
          { name: 'Name', sort: sorts('name'), cell: ({ name }) => name },
          { name: 'State', cell: ({ state }) => <State of={state} /> },
          {
            name: 'Last used',
            sort: sorts('used'),
            cell: ({ ago }) => <Moment at={ago === null ? null : new Date(now.getTime() - ago)} />,
          },
          { name: 'Grants', isNumber: true, cell: ({ count }) => count },
          {
            name: 'Action',
            isAction: true,
            cell: ({ name }) => <Action to={PATH} verb="Revoke" what={name} isDanger />,
          },
        ]}
      />
      <Pager path={PATH} query={{ after: 'here' }} next="there" />
      <h2 class="after">Nothing to list</h2>
      <Empty>
        No clients yet. A client is an application that may use the API.{' '}
        <a href={PATH}>Create the first one.</a>
      </Empty>
    </>
  );
}

export function Dangers() {
  return (
    <div class="split">
      <div>
        <DangerForm action={PATH} name="books" verb="Delete client" asksPassword={false} />
        <div class="card">
          <ConfirmForm action={PATH} verb="Revoke secret" isDanger asksPassword={false} />
        </div>
      </div>
      <DangerZone href={PATH} verb="Delete client" about="Deletes its secrets, consents and tokens too." />
    </div>
  );
}
