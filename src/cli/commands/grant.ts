import type { Command } from 'commander';
import type { GrantView } from '../api-types.js';
import { segment } from '../api-client.js';
import { asList, type Context, examples, type ListOptions } from '../context.js';
import type { Column } from '../table.js';
import { accountIdOf, WHICH } from './account-lookup.js';

export const GRANT_COLUMNS: readonly Column<GrantView>[] = [
  { title: 'id', value: ({ grantId }) => grantId, isWhole: true },
  { title: 'client', value: ({ clientId }) => clientId },
  { title: 'account', value: ({ accountId }) => accountId },
  { title: 'name', value: ({ accountName }) => accountName },
  { title: 'device', value: ({ deviceId }) => deviceId },
  { title: 'type', value: ({ tokenType }) => tokenType },
  { title: 'since', value: ({ createdAt }) => createdAt },
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
  const grant = program
    .command('grant')
    .description('Manage grants: the access of a device or application to an account, with all its tokens.');
  const list = asList(grant.command('list').description('List the active grants, newest first.'))
    .option('--client <client-id>', 'only of this client')
    .option('--account <account>', `only of this account: ${WHICH}`)
    .action(async ({ client, account: which, ...options }: Filters) => {
      const account = which === undefined ? undefined : await accountIdOf(context.api, which);
      await context.list(GRANT_COLUMNS, '/grants', { client, account }, options);
    });
  examples(list, { 'hearth grant list --client shop --limit 20': 'the last sign-ins to the shop' });

  const end = grant
    .command('end')
    .description('Revoke a grant with all its tokens.')
    .argument('<id>', 'number of the grant')
    .action(async (id: string) => {
      await context.api.send('DELETE', `/grants/${segment(id)}`);
      context.output.done(`Grant ${id} revoked.`);
    });
  examples(end, { 'hearth grant end 31': 'its tokens stop working at once' });
}
