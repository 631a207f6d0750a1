import type { Command } from 'commander';
import type { UnregisteredView } from '../api-types.js';
import { segment } from '../api-client.js';
import { asList, type Context, examples, type ListOptions } from '../context.js';
import type { Column } from '../table.js';

const COLUMNS: readonly Column<UnregisteredView>[] = [
  { title: 'host', value: ({ host }) => host },
  { title: 'document', value: ({ clientId }) => clientId, isWhole: true },
  { title: 'accounts', value: ({ accounts }) => accounts },
  { title: 'since', value: ({ createdAt }) => createdAt },
  { title: 'may come', value: ({ isWelcome }) => isWelcome },
];

interface Filters extends ListOptions {
  readonly host?: string;
}

export function register(program: Command, context: Context): void {
  const unregistered = program
    .command('unregistered')
    .description('Applications that people use and nobody registered (UNREGISTERED_CLIENTS).');
  const list = asList(unregistered.command('list').description('List those that accounts use.'))
    .option('--host <host>', 'only those whose host begins so')
    .action(async ({ host, ...options }: Filters) => {
      await context.list(COLUMNS, '/unregistered-clients', { host }, options);
    });
  examples(list, { 'hearth unregistered list --host notes.': 'those of notes.example' });

  const end = unregistered
    .command('end')
    .description('End one with all consents and tokens. It comes back where it is allowed again.')
    .argument('<url>', 'URL of its document')
    .action(async (url: string) => {
      await context.api.send('DELETE', `/unregistered-clients/${segment(url)}`);
      context.output.done(`${url} ended.`);
    });
  examples(end, {
    'hearth unregistered end https://notes.example/client.json': 'its tokens stop working at once',
  });
}
