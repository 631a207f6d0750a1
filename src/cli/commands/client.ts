import { type Command, Option } from 'commander';
import type { ClientSummary, ClientView, CreatedClientView, SecretView } from '../api-types.js';
import { hearthCommand } from '../../platform/config/command-line.js';
import { segment } from '../api-client.js';
import { asList, type Context, examples, extentOf, type ListOptions, tellMore } from '../context.js';
import { Failure } from '../failure.js';
import type { Column } from '../table.js';
import { shownOf, startOf, valuesOf, withFields } from '../record-options.js';
import { CLIENT_FIELDS } from './record-fields.js';
import { registerTools } from './client-tools.js';

type ListQuery = ListOptions & {
  readonly query?: string;
  readonly ruleset?: string;
  readonly state?: string;
};

const COLUMNS: readonly Column<ClientSummary>[] = [
  { title: 'client id', value: ({ clientId }) => clientId, isWhole: true },
  { title: 'name', value: ({ name }) => name },
  { title: 'ruleset', value: ({ ruleset }) => ruleset },
  { title: 'type', value: ({ clientType }) => clientType },
  { title: 'profile', value: ({ profile }) => profile },
  { title: 'privileged', value: ({ isPrivileged }) => isPrivileged },
  { title: 'disabled', value: ({ isDisabled }) => isDisabled },
];

export function pathOf(clientId: string): string {
  return `/clients/${segment(clientId)}`;
}

export function register(program: Command, context: Context): void {
  const client = program
    .command('client')
    .description('Manage clients: the applications that may use the API.');
  registerReading(client, context);
  registerCreate(client, context);
  registerUpdate(client, context);
  registerEnding(client, context);
  registerTools(client, context);
}

function registerReading(client: Command, context: Context): void {
  const list = asList(client.command('list').description('List the clients.'))
    .option('--query <text>', 'beginning of a client id or name')
    .option('--ruleset <name>', 'only with this ruleset')
    .addOption(new Option('--state <state>', 'only in this state').choices(['enabled', 'disabled']))
    .action(async ({ query, ruleset, state, ...extent }: ListQuery) => {
      const items = context.api.list<ClientSummary>('/clients', { query, ruleset, state }, extentOf(extent));
      tellMore(context.output, await context.output.list(COLUMNS, items));
    });
  examples(list, {
    'hearth client list --query shop': 'clients whose id or name begins with shop',
    'hearth client list --state disabled --all': 'all disabled clients',
  });

  const get = client
    .command('get')
    .description('Show one client.')
    .argument('<client-id>', 'id of the client')
    .action(async (clientId: string) => show(context, await context.api.get<ClientView>(pathOf(clientId))));
  examples(get, { 'hearth client get shop': 'its settings, the dates of its secrets, its legacy use' });
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

function registerUpdate(client: Command, context: Context): void {
  const update = withFields(
    client
      .command('update')
      .description('Update a client. It takes effect on every node within 5 seconds.')
      .argument('<client-id>', 'id of the client'),
    CLIENT_FIELDS,
    false,
  ).action(async (clientId: string, options: Readonly<Record<string, unknown>>) => {
    const change = valuesOf(CLIENT_FIELDS, options);
    if (Object.keys(change).length === 0) throw new Failure('No changes given. See --help.', 'usage');
    await set(context, clientId, change, `Client ${clientId} updated.`);
  });
  examples(update, {
    'hearth client update shop --strict': 'once it has no legacy use any more',
    'hearth client update shop --redirect-url https://a.example/cb --redirect-url https://b.example/cb':
      'replaces all its RedirectUrls',
  });
}

function registerEnding(client: Command, context: Context): void {
  for (const [verb, isDisabled, meaning] of [
    ['disable', true, 'its secrets and tokens stop working at once'],
    ['enable', false, 'its secrets and tokens work again'],
  ] as const)
    examples(
      client
        .command(verb)
        .description(`${verb === 'disable' ? 'Disable' : 'Enable'} a client.`)
        .argument('<client-id>', 'id of the client')
        .action((clientId: string) => set(context, clientId, { isDisabled }, `Client ${clientId} ${verb}d.`)),
      { [`hearth client ${verb} shop`]: meaning },
    );

  const remove = client
    .command('delete')
    .description('Delete a client and its secrets, grants and tokens.')
    .argument('<client-id>', 'id of the client')
    .option('--yes', 'do not ask for confirmation')
    .action(async (clientId: string, { yes = false }: { yes?: boolean }) => {
      await context.prompt.confirmByName(`The client ${clientId} will be deleted.`, clientId, yes);
      await context.api.delete(pathOf(clientId), (text) => void context.messages.write(`${text}\n`));
      context.output.done(`Client ${clientId} deleted.`);
    });
  examples(remove, { 'hearth client delete shop --yes': 'in a script' });
}

async function set(context: Context, clientId: string, change: object, sentence: string): Promise<void> {
  const updated = await context.api.update<ClientView>(pathOf(clientId), () => change);
  context.output.done(sentence, updated);
}

function show({ output }: Context, client: ClientView): void {
  const { createdAt, secrets, legacyUse, refreshRotation } = client;
  const { rotates, reason } = refreshRotation;
  output.item(client, {
    ...shownOf(CLIENT_FIELDS, client),
    'rotates refresh token': `${rotates ? 'yes' : 'no'}: ${reason}`, // what is in force, not the record alone
    registered: createdAt,
    secrets: secrets.map(secretLine),
    'legacy use': legacyUse.map(({ feature, lastUsedAt }) => `${feature}, last used ${lastUsedAt}`),
  });
}

function secretLine({ id, createdAt, expiresAt, lastUsedAt }: SecretView): string {
  return `${id}: created ${createdAt}, last used ${lastUsedAt ?? 'never'}${expiresAt ? `, expires ${expiresAt}` : ''}`;
}
