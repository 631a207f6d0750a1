import { NOT_SET } from '../../platform/config/setting.js';
import { SETTINGS } from '../../platform/config/settings.js';
import { Cited } from '../../platform/pages/cited.js';
import type { Administrator } from '../shell/access/administrator.js';
import { addressOfClient } from '../clients/clients.page.js';
import { renderConsole } from '../shell/console/console-frame.js';
import { Moment, Table } from '../shell/console/list.js';
import { renderList } from '../shell/console/list-page.js';
import type { LegacyUseView } from './legacy-use.view.js';
import type { ListPage } from '../shell/paging.js';
import type { SettingInForce } from './settings-in-force.js';

const ABOUT: ReadonlyMap<string, string> = new Map(
  Object.values(SETTINGS).map(({ name, about }) => [name, about]),
);

interface SettingsProps {
  readonly by: Administrator;
  readonly settings: readonly SettingInForce[];
}

export function settingsPage({ by, settings }: SettingsProps): string {
  return renderConsole({
    title: 'Settings',
    section: 'settings',
    by,
    children: (
      <>
        <p class="lead">
          Read from the environment or .env when this node started. Secrets are not shown. What should be
          changed is on the page <a href="/admin/doctor">Doctor</a>.
        </p>
        <Table
          caption="Current settings"
          rows={settings}
          keyOf={({ name }) => name}
          columns={[
            { name: 'Setting', cell: ({ name }) => <code>{name}</code> },
            {
              name: 'Value',
              isProse: true,
              cell: ({ value }) =>
                value === null || value === NOT_SET ? (
                  <span class="quiet">Not set</span>
                ) : (
                  <code>{String(value)}</code>
                ),
            },
            { name: 'What it is', isProse: true, cell: ({ name }) => <Cited text={ABOUT.get(name) ?? ''} /> },
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

export function legacyUsePage(props: LegacyProps): string {
  return renderList({
    ...props,
    title: 'Legacy use',
    section: 'overview',
    path: '/admin/legacy-use',
    lead: 'What clients still do that the strict profile refuses, and when they last did it.',
    none: 'No legacy use. All clients can use the strict profile.',
    keyOf: ({ clientId, feature }) => `${clientId} ${feature}`,
    columns: [
      {
        name: 'Client',
        isText: true,
        cell: ({ clientId, clientName }) => <a href={addressOfClient(clientId)}>{clientName}</a>,
      },
      { name: 'Feature', cell: ({ feature }) => feature },
      { name: 'Last used', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
      { name: 'What to change', isProse: true, cell: ({ meaning }) => meaning },
    ],
  });
}
