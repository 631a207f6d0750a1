import { type Command, Option } from 'commander';
import type { UnregisteredView } from '../api-types.js';
import type { Context } from '../context.js';
import { RecordCommands } from '../record-commands.js';
import { columns } from '../output.js';

const COLUMNS = [
  ...columns<UnregisteredView>([], ['host']),
  ...columns<UnregisteredView>(['document:clientId'], ['accounts', 'since:createdAt', 'may come:isWelcome']),
];

export function register(program: Command, context: Context): void {
  const parent = program
    .command('unregistered')
    .description('Applications that people use and nobody registered (UNREGISTERED_CLIENTS).');
  const unregistered = new RecordCommands(parent, context, {
    noun: 'application',
    path: '/unregistered-clients',
    id: ['<url>', 'URL of its document'],
  });
  unregistered.list(
    'List those that accounts use.',
    COLUMNS,
    { 'hearth unregistered list --host notes.': 'those of notes.example' },
    [new Option('--host <host>', 'only those whose host begins so')],
  );
  unregistered.act(
    'end',
    'End one with all consents and tokens. It comes back where it is allowed again.',
    { method: 'DELETE', said: (url) => `${url} ended.` },
    { 'hearth unregistered end https://notes.example/client.json': 'its tokens stop working at once' },
  );
}
