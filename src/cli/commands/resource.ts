import type { Command } from 'commander';
import type { ResourceView } from '../api-types.js';
import type { Context } from '../context.js';
import { RecordCommands } from '../record-commands.js';
import { shownMembers } from '../record-options.js';
import { columns } from '../output.js';
import { RESOURCE_FIELDS } from './record-fields.js';

const COLUMNS = columns<ResourceView>(['id'], ['name', 'identifier', 'tokens:tokenFormat']);
/** The identifier is given once. */
const CHANGEABLE = RESOURCE_FIELDS.filter(({ name }) => name !== 'identifier');

export function register(program: Command, context: Context): void {
  const parent = program
    .command('resource')
    .description('Manage resources: servers of others that accept this server’s access tokens.');
  const resources = new RecordCommands(parent, context, {
    noun: 'resource',
    path: '/resources',
    id: ['<id>', 'id of the resource'],
  });
  resources.wholeList('List the resources.', COLUMNS, {
    'hearth resource list': 'for which servers tokens are issued, and how they look',
  });
  resources.get<ResourceView>('Show one resource.', (one) => shownMembers(RESOURCE_FIELDS, one), {
    'hearth resource get reports': 'its scopes, and who may ask for it',
  });
  resources.create<ResourceView>(
    'Create a resource.',
    {
      fields: RESOURCE_FIELDS,
      argument: ['<id>', 'a short word; can’t be changed later', 'id'],
      tell: (made) => context.output.done(`Resource ${made.id} created.`, made),
    },
    {
      'hearth resource create reports --name Reports --identifier https://reports.example/api --scope "reports:read See your reports" --client shop':
        'the shop may ask for it',
    },
  );
  resources.update('Update a resource. It takes effect on every node within 5 seconds.', CHANGEABLE, {
    'hearth resource update reports --client shop --client "till"': 'only these may ask for it',
  });
  resources.delete('Delete a resource. Its opaque tokens end, its JWTs expire.', {
    'hearth resource delete reports --yes': 'in a script',
  });
}
