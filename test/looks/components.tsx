/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { Badge, Action, ButtonLink, type Tone } from '../../src/admin/shell/console/actions.js';
import { ConfirmForm, PasswordField } from '../../src/admin/shell/console/confirm-form.js';
import { Id, Lines } from '../../src/admin/shell/console/copy.js';
import { DangerForm, DangerZone } from '../../src/admin/shell/console/danger.js';
import { renderConsole } from '../../src/admin/shell/console/console-frame.js';
import { Icon, ICON_NAMES } from '../../src/admin/shell/console/icon.js';
import {
  ActiveFilters,
  Empty,
  Moment,
  Pager,
  Search,
  sortsAt,
  Table,
} from '../../src/admin/shell/console/list.js';
import { State, STATE_NAMES, type StateName } from '../../src/admin/shell/console/state.js';
import { Tabs } from '../../src/admin/shell/console/tabs.js';
import { Checkbox, Field, FileField, Select, TextArea } from '../../src/platform/pages/form.js';

const HERE = '/admin/components';
const NOW = new Date('2026-03-01T12:00:00Z');
const BY = {
  role: 'support',
  accountId: '1',
  clientId: null,
  address: '192.0.2.1',
  session: null,
  at: NOW,
} as const;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const TONES: readonly Tone[] = ['good', 'warn', 'bad', 'info', 'neutral', 'plain'];

const after = (elapsed: number) => new Date(NOW.getTime() + elapsed);

/** A page of the console with every component in every state. */
export function componentsPage(): string {
  return renderConsole({
    title: 'Components',
    section: null,
    by: BY,
    done: 'What a page says after a change: “Changes saved.”',
    problem: 'What a page says when a form was refused. Each field says it beside itself too.',
    children: (
      <>
        <Part title="Type and buttons">{[<Type />, <Buttons />]}</Part>
        <Part title="States, labels and icons">
          <Badges />
        </Part>
        <Part title="Times and facts">
          <Facts />
        </Part>
        <Part title="Sections">
          <Sections />
        </Part>
        <Part title="Forms">
          <Fields />
        </Part>
        <h2>Lists</h2>
        <Lists />
        <h2>What can’t be undone</h2>
        <Dangers />
      </>
    ),
  });
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Type() {
  return (
    <>
      <h3>A heading of a part of a card</h3>
      <p>
        Text with <a href={HERE}>a link</a>, <strong>strong</strong>, <code>code</code>,{' '}
        <small>small print</small>, <span class="quiet">quiet</span> and <span class="wrong">wrong</span>.
      </p>
      <p class="notice">Something to know.</p>
      <p class="notice good">Something went well.</p>
      <p class="notice warn">Something that needs attention.</p>
      <p class="notice error">Something failed, and what to do.</p>
    </>
  );
}

function Buttons() {
  return (
    <div class="choices">
      {['', 'secondary', 'danger outline', 'danger', 'secondary small', 'danger outline small'].map(
        (kind) => (
          <button key={kind} type="button" class={kind}>
            {kind || 'primary'}
          </button>
        ),
      )}
      <button type="button" disabled>
        disabled
      </button>
      <button type="button" class="plain-icon" aria-label="Copy">
        <Icon name="copy" />
      </button>
      <ButtonLink href={HERE}>Link to a form</ButtonLink>
      <ButtonLink href={HERE} isPrimary>
        Primary link
      </ButtonLink>
    </div>
  );
}

function Badges() {
  return (
    <>
      <p class="badges">
        {STATE_NAMES.map((name) => (
          <State key={name} of={name} />
        ))}
      </p>
      <p class="badges">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </p>
      <p>
        {ICON_NAMES.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </p>
    </>
  );
}

function Facts() {
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ['Now', <Moment at={NOW} />],
    ['Past', <Moment at={after(-3 * DAY)} />],
    ['Soon', <Moment at={NOW} isDue />],
    ['Future', <Moment at={after(50 * MINUTE)} />],
    ['With the exact time', <Moment at={after(-90 * DAY)} isExact />],
    ['None', <Moment at={null} />],
    ['Client id', <Id value="books" what="the client id" />],
    ['client_secret', <Id value="j868wjkS6s4O3iM-ndtGRhCjScb_WypPqqvrIeI_IkM" what="the secret" />],
    ['To', 'somebody-with-a-rather-long-address@a-rather-long-name-of-a-domain.example'],
  ];
  const command = 'curl -u books:SECRET -d grant_type=client_credentials https://hearth.example/token';
  return (
    <>
      <dl class="pairs">{facts.map(([name, value]) => [<dt>{name}</dt>, <dd>{value}</dd>])}</dl>
      <Lines text={command} what="the command" />
    </>
  );
}

function Sections() {
  return (
    <Tabs
      label="Sections of Books"
      current={HERE}
      tabs={[
        { href: HERE, name: 'Profile' },
        { href: `${HERE}?sessions`, name: 'Sessions', count: 3 },
        { href: `${HERE}?families`, name: 'Families', count: 0 },
      ]}
    />
  );
}

/** Each field: empty, filled, with a hint, with an error. */
function Fields() {
  const options = [
    ['a', 'The first choice'],
    ['b', 'Another one'],
  ] as const;
  const moment = { label: 'Date and time (UTC)', type: 'datetime-local' } as const;
  return (
    <form method="get" action={HERE}>
      <Field name="empty" label="Empty" type="text" isOptional />
      <Field name="filled" label="With a hint" type="text" value="Anna" hint="What the hint says." />
      <Field name="wrong" label="Refused" type="text" value="no number" error="Refused must be a number." />
      <Field name="count" label="Number" type="number" value="42" />
      <Field name="search" label="Search" type="search" isOptional />
      <Field name="moment" {...moment} value="2026-11-21T12:00" />
      <Field name="moment-wrong" {...moment} error="Date and time (UTC) must be in the past." />
      <PasswordField id="password" />
      <PasswordField id="password-wrong" error="The password is wrong." />
      <Select name="choice" label="Choice" value="b" options={options} hint="One of several." />
      <Select name="choice-wrong" label="Refused" value="a" options={options} error="Choose another." />
      <TextArea name="lines" label="Lines" value={'https://one.example\nhttps://two.example'} rows={3} />
      <TextArea name="lines-wrong" label="Lines, refused" rows={2} error="Line 1 must be a URL." />
      <FileField name="file" label="File" accept=".json" hint="Up to 16 MiB." />
      <Checkbox name="yes" label="Checked" isChecked hint="What it means." />
      <Checkbox name="no" label="Not checked" isChecked={false} error="This is needed." />
      <div class="field">
        <label for="fixed">Can’t be changed</label>
        <input id="fixed" value="Fixed" disabled />
      </div>
      {[true, false].map((isOpen) => (
        <details key={isOpen} open={isOpen}>
          <summary>{isOpen ? 'More, open' : 'More, closed'}</summary>
          <Field name={`more-${isOpen}`} label="Rarely needed" type="text" isOptional />
        </details>
      ))}
    </form>
  );
}

const ROWS: readonly { id: string; name: string; state: StateName; count: number; at: Date | null }[] = [
  { id: 'books', name: 'Books', state: 'active', count: 7, at: after(-MINUTE) },
  { id: 'shop', name: 'A shop with quite a long name', state: 'pending', count: 1234, at: after(-40 * DAY) },
  { id: 'old-app', name: 'Old app', state: 'disabled', count: 0, at: null },
];

function Lists() {
  const sorts = sortsAt<'name' | 'used'>(HERE, {}, { now: 'name', usual: 'name' });
  const query = { name: 'query', label: 'Id or name begins with' };
  const state = { name: 'state', label: 'State' };
  return (
    <>
      <Search action={HERE} more={<Select {...state} value="" options={[['', 'Any']]} />}>
        <Field {...query} type="search" isOptional />
      </Search>
      <ActiveFilters
        path={HERE}
        query={{}}
        filters={[
          { ...query, value: 'boo' },
          { ...state, value: 'active', shown: 'Active' },
        ]}
      />
      <ul class="chips" aria-label="Saved filters">
        {[true, undefined].map((isCurrent) => (
          <li key={isCurrent}>
            <a href={HERE} aria-current={isCurrent}>
              Refused today
            </a>
          </li>
        ))}
      </ul>
      <Table
        caption="Clients"
        rows={ROWS}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Client id', cell: ({ id }) => <Id value={id} what="the client id" href={HERE} /> },
          { name: 'Name', sort: sorts('name'), cell: ({ name }) => name },
          { name: 'State', cell: ({ state: of }) => <State of={of} /> },
          { name: 'Last used', sort: sorts('used'), cell: ({ at }) => <Moment at={at} /> },
          { name: 'Grants', isNumber: true, cell: ({ count }) => count },
          {
            name: 'Action',
            isAction: true,
            cell: ({ name }) => <Action to={HERE} verb="Revoke" what={name} isDanger />,
          },
        ]}
      />
      <Pager path={HERE} query={{ after: 'here' }} next="there" />
      <Empty>
        No clients yet. <a href={HERE}>Create the first one.</a>
      </Empty>
    </>
  );
}

function Dangers() {
  return (
    <div class="split">
      <div>
        <DangerForm action={HERE} name="books" verb="Delete client" asksPassword={false} />
        <div class="card">
          <ConfirmForm action={HERE} verb="Revoke secret" isDanger asksPassword={false} />
        </div>
      </div>
      <DangerZone href={HERE} verb="Delete client" about="Deletes its secrets, consents and tokens too." />
    </div>
  );
}
