import type { Command } from 'commander';
import type { FirebaseKeyView } from '../api-types.js';
import { type Context, subcommand } from '../context.js';
import { Failure } from '../failure.js';
import { RecordCommands } from '../record-commands.js';
import { columns } from '../output.js';

const COLUMNS = columns<FirebaseKeyView>(['id'], ['label', 'added:createdAt', 'accounts']);

export function register(program: Command, context: Context): void {
  const parent = program
    .command('firebase-key')
    .description('Manage signer keys of Firebase projects, which imported password hashes need.');
  const keys = new RecordCommands(parent, context, {
    noun: 'Firebase key',
    path: '/firebase-keys',
    id: ['<id>', 'id of the key, as list shows it'],
  });
  keys.wholeList('List the keys, and how many accounts still have a hash that needs each.', COLUMNS, {
    'hearth firebase-key list': 'a key that no account needs can be deleted',
  });
  registerAdd(parent, context);
  registerDelete(keys, context);
}

function registerAdd(parent: Command, context: Context): void {
  const about =
    'Add a signer key: asks for it, or reads it from standard input. The same key has the same id.';
  subcommand(parent, 'add', about, {
    'hearth firebase-key add my-project':
      'asks for base64_signer_key of the project’s password hash parameters',
    'hearth firebase-key add my-project < signer-key.txt': 'from a file, in a script',
  })
    .argument('<label>', 'which Firebase project it is')
    .action(async (label: string) => {
      const signerKey = (await context.prompt.askSecret(`base64_signer_key of ${label}`)).trim();
      const added = await context.api.post<FirebaseKeyView>('/firebase-keys', { label, signerKey });
      context.output.done(`Firebase key ${added.id} is kept sealed. Hashes name it as k=${added.id}.`, added);
    });
}

function registerDelete(keys: RecordCommands, context: Context): void {
  keys
    .one('delete', 'Delete a key.', {
      'hearth firebase-key delete 4f1c2b7a90d3e865 --yes': 'in a script',
    })
    .option('--even-if-used', 'also if accounts need it: their users have to set a new password')
    .option('--yes', 'do not ask for confirmation')
    .action(async (id: string, { yes = false, evenIfUsed = false }: DeletionOptions) => {
      const { api, prompt, output } = context;
      const path = await keys.pathOf(id);
      const { label, accounts } = await api.get<FirebaseKeyView>(path);
      const need = `${accounts} accounts have a password hash that needs ${id} (${label}), until they sign in.`;
      if (accounts > 0 && !evenIfUsed)
        throw new Failure(`${need} To make their users set a new password, repeat with --even-if-used.`);
      const effect = accounts > 0 ? ` ${need} Their users will have to set a new password.` : '';
      await prompt.confirmByName(`The Firebase key ${id} (${label}) will be deleted.${effect}`, id, yes);
      await api.delete(path, undefined, { evenIfUsed });
      output.done(`Firebase key ${id} deleted.`);
    });
}

interface DeletionOptions {
  readonly yes?: boolean;
  readonly evenIfUsed?: boolean;
}
