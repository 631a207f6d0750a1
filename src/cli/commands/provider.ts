import type { Command } from 'commander';
import type { ProviderView } from '../api-types.js';
import type { Context } from '../context.js';
import { RecordCommands } from '../record-commands.js';
import { shownMembers } from '../record-options.js';
import { columns } from '../output.js';
import { PROVIDER_FIELDS } from './record-fields.js';

const COLUMNS = columns<ProviderView>(['id'], ['name', 'issuer', 'enabled:isEnabled', 'accounts']);
/** The issuer is given once. */
const CHANGEABLE = PROVIDER_FIELDS.filter(({ name }) => name !== 'issuer');

export function register(program: Command, context: Context): void {
  const parent = program
    .command('provider')
    .description('Manage providers: OpenID Connect providers with which people may sign in.');
  const providers = new RecordCommands(parent, context, {
    noun: 'provider',
    path: '/providers',
    id: ['<id>', 'id of the provider'],
  });
  providers.wholeList('List the providers.', COLUMNS, {
    'hearth provider list': 'where people may sign in, and how many do',
  });
  providers.get<ProviderView>(
    'Show one provider.',
    (one) => ({
      ...shownMembers(PROVIDER_FIELDS, one),
      ...{ secret: one.hasSecret, 'redirect uri': one.redirectUri, accounts: one.accounts },
    }),
    { 'hearth provider get google': 'its settings, and the redirect URI to register there' },
  );
  providers.create<ProviderView>(
    'Create a provider. Its client secret is set by set-secret.',
    {
      fields: PROVIDER_FIELDS,
      argument: ['<id>', 'a short word, part of the redirect URI; can’t be changed later', 'id'],
      tell: (made) =>
        context.output.done(`Provider ${made.id} created. Register ${made.redirectUri} there.`, made),
    },
    {
      'hearth provider create google --name Google --issuer https://accounts.google.com --client-id 4711.apps':
        'then hearth provider set-secret google',
    },
  );
  providers.update('Update a provider. It takes effect on every node within 5 seconds.', CHANGEABLE, {
    'hearth provider update google --no-enabled': 'nobody signs in there for now',
  });
  registerSecret(providers, context);
  providers.delete('Delete a provider. Accounts keep their ExternalIds of its issuer.', {
    'hearth provider delete google --yes': 'in a script',
  });
}

function registerSecret(providers: RecordCommands, context: Context): void {
  const about = 'Set the client secret for a provider: asks for it, or reads it from standard input.';
  providers
    .one('set-secret', about, {
      'hearth provider set-secret google < secret.txt': 'from a file, in a script',
    })
    .option('--none', 'take it away: the provider is asked as a public client')
    .action(async (id: string, { none = false }: { none?: boolean }) => {
      const clientSecret = none ? null : await context.prompt.askSecret(`Client secret for ${id}`);
      const path = await providers.pathOf(id);
      const updated = await context.api.update(path, () => ({ clientSecret }), 'PUT', `${path}/secret`);
      context.output.done(`Client secret for ${id} ${none ? 'removed' : 'set'}.`, updated);
    });
}
