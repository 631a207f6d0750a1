import { type Command, Option } from 'commander';
import type { ClientSummary, ClientView, CreatedClientView, SecretView } from '../api-types.js';
import { hearthCommand } from '../../platform/config/command-line.js';
import { type Context, examples } from '../context.js';
import type { Members } from '../output.js';
import { RecordCommands } from '../record-commands.js';
import type { Column } from '../table.js';
import { shownOf, startOf, valuesOf, withFields } from '../record-options.js';
import { CLIENT_FIELDS } from './record-fields.js';
import { registerTools } from './client-tools.js';

const COLUMNS: readonly Column<ClientSummary>[] = [
  { title: 'client id', value: ({ clientId }) => clientId, isWhole: true },
  { title: 'name', value: ({ name }) => name },
  { title: 'ruleset', value: ({ ruleset }) => ruleset },
  { title: 'type', value: ({ clientType }) => clientType },
  { title: 'profile', value: ({ profile }) => profile },
  { title: 'privileged', value: ({ isPrivileged }) => isPrivileged },
  { title: 'disabled', value: ({ isDisabled }) => isDisabled },
];

export function register(program: Command, context: Context): void {
  const client = program
    .command('client')
    .description('Manage clients: the applications that may use the API.');
  const clients = new RecordCommands<ClientSummary, ClientView>(client, context, {
    noun: 'client',
    path: '/clients',
    id: ['<client-id>', 'id of the client'],
    columns: COLUMNS,
    shown,
  });
  clients.list(
    'List the clients.',
    {
      'hearth client list --query shop': 'clients whose id or name begins with shop',
      'hearth client list --state disabled --all': 'all disabled clients',
    },
    [
      new Option('--query <text>', 'beginning of a client id or name'),
      new Option('--ruleset <name>', 'only with this ruleset'),
      new Option('--state <state>', 'only in this state').choices(['enabled', 'disabled']),
    ],
  );
  clients.get('Show one client.', {
    'hearth client get shop': 'its settings, the dates of its secrets, its legacy use',
  });
  registerCreate(client, context);
  clients.update(CLIENT_FIELDS, 'Update a client. It takes effect on every node within 5 seconds.', {
    'hearth client update shop --strict': 'once it has no legacy use any more',
    'hearth client update shop --redirect-url https://a.example/cb --redirect-url https://b.example/cb':
      'replaces all its RedirectUrls',
  });
  registerStates(clients);
  clients.delete('Delete a client and its secrets, grants and tokens.', {
    'hearth client delete shop --yes': 'in a script',
  });
  registerTools(client, context);
}

function registerCreate(client: Command, context: Context): void {
  const create = withFields(
    client
      .command('create')
      .description('Create a client. Its secret is shown once.')
      .argument('<client-id>', 'id of the new client; can’t be changed later')
      .option('--public', 'an application that can’t keep a secret'),
    CLIENT_FIELDS,
    true,
  ).action(async (clientId: string, { public: isPublic = false, ...options }: CreateOptions) => {
    const given = { ...startOf(CLIENT_FIELDS), ...valuesOf(CLIENT_FIELDS, options) };
    const body = { ...given, clientId, ...(isPublic && { clientType: 'public' }) };
    const created = await context.api.post<CreatedClientView>('/clients', body);
    const { secret } = created;
    context.output.item(created, { clientId, ...(secret === null ? {} : { secret }) });
    context.output.say(`Client ${clientId} created.`);
    if (secret !== null) context.output.say('Store its secret now: it is not shown again.');
    context.output.say(`To get a token with it: ${hearthCommand(`client try ${clientId}`)}`);
  });
  examples(create, {
    'hearth client create shop --name Shop --redirect-url https://shop.example/callback':
      'a third party, strict',
    'hearth client create phone --name Phone --public --redirect-url com.example.phone://callback':
      'an application without a secret',
    'hearth client create operator --name Operator --ruleset PROVISIONING': 'a partner’s back end',
  });
}

type CreateOptions = Readonly<Record<string, unknown>> & { readonly public?: boolean };

function registerStates(clients: RecordCommands<ClientSummary, ClientView>): void {
  const disable = clients
    .one('disable', 'Disable a client.')
    .action((clientId: string) => clients.change(clientId, { isDisabled: true }, 'disabled'));
  examples(disable, { 'hearth client disable shop': 'its secrets and tokens stop working at once' });

  const enable = clients
    .one('enable', 'Enable a client.')
    .action((clientId: string) => clients.change(clientId, { isDisabled: false }, 'enabled'));
  examples(enable, { 'hearth client enable shop': 'its secrets and tokens work again' });
}

function shown(client: ClientView): Members {
  const { createdAt, secrets, legacyUse, refreshRotation } = client;
  const { rotates, reason } = refreshRotation;
  return {
    ...shownOf(CLIENT_FIELDS, client),
    'rotates refresh token': `${rotates ? 'yes' : 'no'}: ${reason}`, // what is in force, not the record alone
    registered: createdAt,
    secrets: secrets.map(secretLine),
    'legacy use': legacyUse.map(({ feature, lastUsedAt }) => `${feature}, last used ${lastUsedAt}`),
  };
}

function secretLine({ id, createdAt, expiresAt, lastUsedAt }: SecretView): string {
  return `${id}: created ${createdAt}, last used ${lastUsedAt ?? 'never'}${expiresAt ? `, expires ${expiresAt}` : ''}`;
}
