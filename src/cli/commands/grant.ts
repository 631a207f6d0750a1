import type { Command } from 'commander';
import type { GrantView } from '../api-types.js';
import { asList, type Context, type ListOptions, subcommand } from '../context.js';
import { RecordCommands } from '../record-commands.js';
import { type Column, columns } from '../output.js';
import { accountIdOf, WHICH } from './account-lookup.js';

export const GRANT_COLUMNS: readonly Column<GrantView>[] = [
  ...columns<GrantView>(
    ['id:grantId'],
    ['client:clientId', 'account:accountId', 'name:accountName', 'device:deviceId', 'type:tokenType'],
  ),
  ...columns<GrantView>([], ['since:createdAt']),
  { title: 'for', value: targetsOf },
];

/** The names of the resources that it is for; empty: only the server itself. */
export function targetsOf({ resources }: Pick<GrantView, 'resources'>): string {
  return resources.map(({ name, identifier }) => name ?? identifier ?? 'deleted').join(', ');
}

interface Filters extends ListOptions {
  readonly client?: string;
  readonly account?: string;
}

export function register(program: Command, context: Context): void {
  const parent = program
    .command('grant')
    .description('Manage grants: the access of a device or application to an account, with all its tokens.');
  const grants = new RecordCommands(parent, context, {
    noun: 'grant',
    path: '/grants',
    id: ['<id>', 'number of the grant'],
  });
  const list = subcommand(parent, 'list', 'List the active grants, newest first.', {
    'hearth grant list --client shop --limit 20': 'the last sign-ins to the shop',
  });
  asList(list)
    .option('--client <client-id>', 'only of this client')
    .option('--account <account>', `only of this account: ${WHICH}`)
    .action(async ({ client, account: which, ...options }: Filters) => {
      const account = which === undefined ? undefined : await accountIdOf(context.api, which);
      await context.list(GRANT_COLUMNS, '/grants', { client, account }, options);
    });
  grants.act(
    'end',
    'Revoke a grant with all its tokens.',
    { method: 'DELETE', said: (id) => `Grant ${id} revoked.` },
    { 'hearth grant end 31': 'its tokens stop working at once' },
  );
}
