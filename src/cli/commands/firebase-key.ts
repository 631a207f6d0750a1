import type { Command } from 'commander';
import type { FirebaseKeyView } from '../api-types.js';
import { type Context, examples } from '../context.js';
import { Failure } from '../failure.js';
import { RecordCommands } from '../record-commands.js';
import type { Column } from '../table.js';

const COLUMNS: readonly Column<FirebaseKeyView>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'label', value: ({ label }) => label },
  { title: 'added', value: ({ createdAt }) => createdAt },
  { title: 'accounts', value: ({ accounts }) => accounts },
];

export function register(program: Command, context: Context): void {
  const parent = program
    .command('firebase-key')
    .description('Manage signer keys of Firebase projects, which imported password hashes need.');
  const keys = new RecordCommands<FirebaseKeyView>(parent, context, {
    noun: 'Firebase key',
    path: '/firebase-keys',
    id: ['<id>', 'id of the key, as list shows it'],
    columns: COLUMNS,
    shown: ({ id, label, createdAt, accounts }) => ({ id, label, added: createdAt, accounts }),
  });
  keys.wholeList('List the keys, and how many accounts still have a hash that needs each.', {
    'hearth firebase-key list': 'a key that no account needs can be deleted',
  });
  registerAdd(parent, context);
  registerDelete(keys, context);
}

function registerAdd(parent: Command, context: Context): void {
  const add = parent
    .command('add')
    .description(
      'Add a signer key: asks for it, or reads it from standard input. The same key has the same id.',
    )
    .argument('<label>', 'which Firebase project it is')
    .action(async (label: string) => {
      const signerKey = (await context.prompt.askSecret(`base64_signer_key of ${label}`)).trim();
      const added = await context.api.post<FirebaseKeyView>('/firebase-keys', { label, signerKey });
      context.output.done(`Firebase key ${added.id} is kept sealed. Hashes name it as k=${added.id}.`, added);
    });
  examples(add, {
    'hearth firebase-key add my-project':
      'asks for base64_signer_key of the project’s password hash parameters',
    'hearth firebase-key add my-project < signer-key.txt': 'from a file, in a script',
  });
}

function registerDelete(keys: RecordCommands<FirebaseKeyView>, context: Context): void {
  const command = keys
    .one('delete', 'Delete a key.')
    .option('--even-if-used', 'also if accounts need it: their users have to set a new password')
    .option('--yes', 'do not ask for confirmation')
    .action(async (id: string, { yes = false, evenIfUsed = false }: DeletionOptions) => {
      const { api, prompt, output } = context;
      const { label, accounts } = await api.get<FirebaseKeyView>(keys.pathOf(id));
      const need = `${accounts} accounts have a password hash that needs ${id} (${label}), until they sign in.`;
      if (accounts > 0 && !evenIfUsed)
        throw new Failure(`${need} To make their users set a new password, repeat with --even-if-used.`);
      const effect = accounts > 0 ? ` ${need} Their users will have to set a new password.` : '';
      await prompt.confirmByName(`The Firebase key ${id} (${label}) will be deleted.${effect}`, id, yes);
      await api.delete(keys.pathOf(id), undefined, { evenIfUsed });
      output.done(`Firebase key ${id} deleted.`);
    });
  examples(command, { 'hearth firebase-key delete 4f1c2b7a90d3e865 --yes': 'in a script' });
}

interface DeletionOptions {
  readonly yes?: boolean;
  readonly evenIfUsed?: boolean;
}
