import type { UnregisteredClients } from '../../platform/config/parsed-settings.js';
import { Field } from '../../platform/pages/form.js';
import { Action } from '../shell/console/actions.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { Moment } from '../shell/console/list.js';
import { renderList } from '../shell/console/list-page.js';
import { State } from '../shell/console/state.js';
import type { ListProps } from '../shell/console/listed.js';
import { UnregisteredQuery } from './unregistered.args.js';
import type { UnregisteredView } from './unregistered.view.js';

export const UNREGISTERED_PATH = '/admin/unregistered-clients';

export interface UnregisteredPageProps extends ListProps<UnregisteredQuery, UnregisteredView> {
  readonly setting: UnregisteredClients;
}

export function unregisteredPage({ query, setting, errors, ...shown }: UnregisteredPageProps): string {
  const field = fieldsOf(UnregisteredQuery, query, errors);
  return renderList({
    ...shown,
    title: 'Unregistered applications',
    section: 'clients',
    path: UNREGISTERED_PATH,
    lead: <>Each is known by the URL of its document. {whoMayCome(setting)}</>,
    search: <Field {...field('host')} type="search" isOptional />,
    filters: [field('host')],
    after: query.after,
    none: 'No account uses any.',
    keyOf: ({ clientId }) => clientId,
    columns: [
      { name: 'Host', isText: true, cell: ({ host }) => host },
      {
        name: 'Document',
        isText: true,
        cell: ({ clientId }) => clientId,
      },
      { name: 'State', cell: ({ isWelcome }) => <State of={isWelcome ? 'active' : 'refused'} /> },
      { name: 'Accounts', cell: ({ accounts }) => accounts },
      { name: 'Since', cell: ({ createdAt }) => <Moment at={createdAt} /> },
      {
        name: 'Action',
        isAction: true,
        cell: ({ clientId, host }) => (
          <Action
            to={`${UNREGISTERED_PATH}/${encodeURIComponent(clientId)}/end`}
            verb="End"
            what={`all that accounts allowed ${host}`}
            isDanger
          />
        ),
      },
    ],
  });
}

/** What `UNREGISTERED_CLIENTS` says, in a sentence. */
function whoMayCome(setting: UnregisteredClients): string {
  if (setting === 'off') return 'None may come: UNREGISTERED_CLIENTS is off. Those below are refused.';
  return setting === 'on'
    ? 'Those of any host may come: UNREGISTERED_CLIENTS is on.'
    : `Those of these hosts may come (UNREGISTERED_CLIENTS): ${setting.join(', ')}.`;
}
