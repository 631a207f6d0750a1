import type { Administrator } from '../shell/access/administrator.js';
import { renderConsole } from '../shell/console/frame.js';
import { Empty, Moment, Pager, Table } from '../shell/console/list.js';
import type { CheckView } from '../doctor/check.js';
import type { LegacyUseView } from '../legacy-use/legacy-use.view.js';
import type { ListPage } from '../shell/paging.js';
import type { Setting } from './settings-in-force.js';

interface SettingsProps {
  readonly by: Administrator;
  readonly settings: readonly Setting[];
  readonly checks: readonly CheckView[];
}

const RESULTS = { ok: 'well', warning: 'look at it', problem: 'problem' } as const;

export function settingsPage({ by, settings, checks }: SettingsProps): string {
  return renderConsole({
    title: 'Settings',
    section: 'settings',
    by,
    children: (
      <>
        <p class="lead">The settings of this node, and what should be changed.</p>
        <h2>Examination</h2>
        <Table
          caption="Examination"
          rows={checks}
          keyOf={({ name }) => name}
          columns={[
            { name: 'What', cell: ({ name }) => name },
            {
              name: 'Result',
              cell: ({ result }) => (
                <span class={result === 'problem' ? 'whole wrong' : 'whole'}>{RESULTS[result]}</span>
              ),
            },
            { name: 'Found', cell: ({ detail }) => detail },
            { name: 'What to do', cell: ({ advice }) => advice },
          ]}
        />
        <h2>In force</h2>
        <p class="quiet">
          They are set in the environment or in .env, and read at the start; secrets are not shown.
        </p>
        <Table
          caption="Settings in force"
          rows={settings}
          keyOf={({ name }) => name}
          columns={[
            { name: 'Setting', cell: ({ name }) => <code>{name}</code> },
            { name: 'Value', cell: ({ value }) => (value === null ? 'not set' : String(value)) },
          ]}
        />
      </>
    ),
  });
}

interface LegacyProps {
  readonly by: Administrator;
  readonly page: ListPage<LegacyUseView>;
  readonly after: string;
}

export function legacyUsePage({ by, page, after }: LegacyProps): string {
  return renderConsole({
    title: 'Legacy use',
    section: 'home',
    by,
    children: (
      <>
        <p class="lead">What clients still do that the profile strict refuses, and when they did it last.</p>
        {page.items.length === 0 ? (
          <Empty>No client does. All of them could use the profile strict.</Empty>
        ) : (
          <Table
            caption="Legacy use"
            rows={page.items}
            keyOf={({ clientId, feature }) => `${clientId} ${feature}`}
            columns={[
              {
                name: 'Client',
                cell: ({ clientId, clientName }) => (
                  <a href={`/admin/clients/${encodeURIComponent(clientId)}`}>{clientName}</a>
                ),
              },
              { name: 'What', cell: ({ feature }) => feature },
              { name: 'Last', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
              { name: 'Before it can be strict', cell: ({ meaning }) => meaning },
            ]}
          />
        )}
        <Pager path="/admin/legacy-use" query={{ after }} next={page.next} />
      </>
    ),
  });
}
