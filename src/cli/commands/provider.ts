import type { Command } from 'commander';
import type { ProviderView } from '../api-types.js';
import { type Context, examples } from '../context.js';
import { RecordCommands } from '../record-commands.js';
import { type Options, shownMembers, givenValues, withFields } from '../record-options.js';
import type { Column } from '../table.js';
import { PROVIDER_FIELDS } from './record-fields.js';

const COLUMNS: readonly Column<ProviderView>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'name', value: ({ name }) => name },
  { title: 'issuer', value: ({ issuer }) => issuer },
  { title: 'enabled', value: ({ isEnabled }) => isEnabled },
  { title: 'accounts', value: ({ accounts }) => accounts },
];
/** The issuer is given once. */
const CHANGEABLE = PROVIDER_FIELDS.filter(({ name }) => name !== 'issuer');

export function register(program: Command, context: Context): void {
  const provider = program
    .command('provider')
    .description('Manage providers: OpenID Connect providers with which people may sign in.');
  const providers = new RecordCommands<ProviderView>(provider, context, {
    noun: 'provider',
    path: '/providers',
    id: ['<id>', 'id of the provider'],
    columns: COLUMNS,
    shown: (one) => ({
      ...shownMembers(PROVIDER_FIELDS, one),
      ...{ secret: one.hasSecret, 'redirect uri': one.redirectUri, accounts: one.accounts },
    }),
  });
  providers.wholeList('List the providers.', {
    'hearth provider list': 'where people may sign in, and how many do',
  });
  providers.get('Show one provider.', {
    'hearth provider get google': 'its settings, and the redirect URI to register there',
  });
  registerCreate(provider, context);
  providers.update(CHANGEABLE, 'Update a provider. It takes effect on every node within 5 seconds.', {
    'hearth provider update google --no-enabled': 'nobody signs in there for now',
  });
  registerSecret(providers, context);
  providers.delete('Delete a provider. Accounts keep their ExternalIds of its issuer.', {
    'hearth provider delete google --yes': 'in a script',
  });
}

function registerCreate(provider: Command, context: Context): void {
  const create = withFields(
    provider
      .command('create')
      .description('Create a provider. Its client secret is set by set-secret.')
      .argument('<id>', 'a short word, part of the redirect URI; can’t be changed later'),
    PROVIDER_FIELDS,
    true,
  ).action(async (id: string, options: Options) => {
    const { api, output } = context;
    const created = await api.post<ProviderView>('/providers', {
      ...givenValues(PROVIDER_FIELDS, options),
      id,
    });
    output.done(`Provider ${id} created. Register ${created.redirectUri} there.`, created);
  });
  examples(create, {
    'hearth provider create google --name Google --issuer https://accounts.google.com --client-id 4711.apps':
      'then hearth provider set-secret google',
  });
}

function registerSecret(providers: RecordCommands<ProviderView>, context: Context): void {
  const secret = providers
    .one('set-secret', 'Set the client secret for a provider: asks for it, or reads it from standard input.')
    .option('--none', 'take it away: the provider is asked as a public client')
    .action(async (id: string, { none = false }: { none?: boolean }) => {
      const clientSecret = none ? null : await context.prompt.askSecret(`Client secret for ${id}`);
      const path = providers.pathOf(id);
      const updated = await context.api.update(path, () => ({ clientSecret }), 'PUT', `${path}/secret`);
      context.output.done(`Client secret for ${id} ${none ? 'removed' : 'set'}.`, updated);
    });
  examples(secret, { 'hearth provider set-secret google < secret.txt': 'from a file, in a script' });
}
