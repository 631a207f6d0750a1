import type { Command } from 'commander';
import type { ResourceView } from '../api-types.js';
import { type Context, examples } from '../context.js';
import { RecordCommands } from '../record-commands.js';
import { type Options, shownMembers, givenValues, withFields } from '../record-options.js';
import type { Column } from '../table.js';
import { RESOURCE_FIELDS } from './record-fields.js';

const COLUMNS: readonly Column<ResourceView>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'name', value: ({ name }) => name },
  { title: 'identifier', value: ({ identifier }) => identifier },
  { title: 'tokens', value: ({ tokenFormat }) => tokenFormat },
];
/** The identifier is given once. */
const CHANGEABLE = RESOURCE_FIELDS.filter(({ name }) => name !== 'identifier');

export function register(program: Command, context: Context): void {
  const resource = program
    .command('resource')
    .description('Manage resources: servers of others that accept this server’s access tokens.');
  const resources = new RecordCommands<ResourceView>(resource, context, {
    noun: 'resource',
    path: '/resources',
    id: ['<id>', 'id of the resource'],
    columns: COLUMNS,
    shown: (one) => shownMembers(RESOURCE_FIELDS, one),
  });
  resources.wholeList('List the resources.', {
    'hearth resource list': 'for which servers tokens are issued, and how they look',
  });
  resources.get('Show one resource.', {
    'hearth resource get reports': 'its scopes, and who may ask for it',
  });
  registerCreate(resource, context);
  resources.update(CHANGEABLE, 'Update a resource. It takes effect on every node within 5 seconds.', {
    'hearth resource update reports --client shop --client "till"': 'only these may ask for it',
  });
  resources.delete('Delete a resource. Its opaque tokens end, its JWTs expire.', {
    'hearth resource delete reports --yes': 'in a script',
  });
}

function registerCreate(resource: Command, context: Context): void {
  const create = withFields(
    resource
      .command('create')
      .description('Create a resource.')
      .argument('<id>', 'a short word; can’t be changed later'),
    RESOURCE_FIELDS,
    true,
  ).action(async (id: string, options: Options) => {
    const { api, output } = context;
    const body = { ...givenValues(RESOURCE_FIELDS, options), id };
    const created = await api.post<ResourceView>('/resources', body);
    output.done(`Resource ${id} created.`, created);
  });
  examples(create, {
    'hearth resource create reports --name Reports --identifier https://reports.example/api --scope "reports:read See your reports" --client shop':
      'the shop may ask for it',
  });
}
