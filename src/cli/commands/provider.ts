import type { Command } from 'commander';
import type { ProviderList, ProviderView } from '../api-types.js';
import { segment } from '../api-client.js';
import { type Context, examples } from '../context.js';
import { Failure } from '../failure.js';
import { shownOf, valuesOf, withFields } from '../record-options.js';
import type { Column } from '../table.js';
import { PROVIDER_FIELDS } from './record-fields.js';

type Options = Readonly<Record<string, unknown>>;

const PATH = '/providers';
const COLUMNS: readonly Column<ProviderView>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'name', value: ({ name }) => name },
  { title: 'issuer', value: ({ issuer }) => issuer },
  { title: 'enabled', value: ({ isEnabled }) => isEnabled },
  { title: 'accounts', value: ({ accounts }) => accounts },
];
const ID = ['<id>', 'id of the provider'] as const;
/** The issuer is given once. */
const CHANGEABLE = PROVIDER_FIELDS.filter(({ name }) => name !== 'issuer');

export function register(program: Command, context: Context): void {
  const provider = program
    .command('provider')
    .description('Manage providers: OpenID Connect providers with which people may sign in.');
  registerReading(provider, context);
  registerChanging(provider, context);
  registerEnding(provider, context);
}

function registerReading(provider: Command, context: Context): void {
  const list = provider
    .command('list')
    .description('List the providers.')
    .action(async () => {
      const { items } = await context.api.get<ProviderList>(PATH);
      await context.output.list(COLUMNS, each(items));
    });
  examples(list, { 'hearth provider list': 'where people may sign in, and how many do' });

  const get = provider
    .command('get')
    .description('Show one provider.')
    .argument(...ID)
    .action(async (id: string) => show(context, await context.api.get<ProviderView>(pathOf(id))));
  examples(get, { 'hearth provider get google': 'its settings, and the redirect URI to register there' });
}

function registerChanging(provider: Command, context: Context): void {
  const create = withFields(
    provider
      .command('create')
      .description('Create a provider. Its client secret is set by set-secret.')
      .argument('<id>', 'a short word, part of the redirect URI; can’t be changed later'),
    PROVIDER_FIELDS,
    true,
  ).action(async (id: string, options: Options) => {
    const created = await context.api.post<ProviderView>(PATH, { ...valuesOf(PROVIDER_FIELDS, options), id });
    context.output.done(`Provider ${id} created. Register ${created.redirectUri} there.`, created);
  });
  examples(create, {
    'hearth provider create google --name Google --issuer https://accounts.google.com --client-id 4711.apps':
      'then hearth provider set-secret google',
  });

  const update = withFields(
    provider
      .command('update')
      .description('Update a provider. It takes effect on every node within 5 seconds.')
      .argument(...ID),
    CHANGEABLE,
    false,
  ).action(async (id: string, options: Options) => {
    const change = valuesOf(CHANGEABLE, options);
    if (Object.keys(change).length === 0) throw new Failure('No changes given. See --help.', 'usage');
    const updated = await context.api.update<ProviderView>(pathOf(id), () => change);
    context.output.done(`Provider ${id} updated.`, updated);
  });
  examples(update, { 'hearth provider update google --no-enabled': 'nobody signs in there for now' });

  const secret = provider
    .command('set-secret')
    .description('Set the client secret for a provider: asks for it, or reads it from standard input.')
    .argument(...ID)
    .option('--none', 'take it away: the provider is asked as a public client')
    .action(async (id: string, { none = false }: { none?: boolean }) => {
      const clientSecret = none ? null : await context.prompt.askSecret(`Client secret for ${id}`);
      const at = `${pathOf(id)}/secret`;
      const updated = await context.api.update<ProviderView>(pathOf(id), () => ({ clientSecret }), 'PUT', at);
      context.output.done(`Client secret for ${id} ${none ? 'removed' : 'set'}.`, updated);
    });
  examples(secret, { 'hearth provider set-secret google < secret.txt': 'from a file, in a script' });
}

function registerEnding(provider: Command, context: Context): void {
  const remove = provider
    .command('delete')
    .description('Delete a provider. Accounts keep their ExternalIds of its issuer.')
    .argument(...ID)
    .option('--yes', 'do not ask for confirmation')
    .action(async (id: string, { yes = false }: { yes?: boolean }) => {
      await context.prompt.confirmByName(`The provider ${id} will be deleted.`, id, yes);
      await context.api.delete(pathOf(id));
      context.output.done(`Provider ${id} deleted.`);
    });
  examples(remove, { 'hearth provider delete google --yes': 'in a script' });
}

function show({ output }: Context, provider: ProviderView): void {
  const { hasSecret, redirectUri, accounts } = provider;
  const more = { secret: hasSecret, 'redirect uri': redirectUri, accounts };
  output.item(provider, { ...shownOf(PROVIDER_FIELDS, provider), ...more });
}

function pathOf(id: string): string {
  return `${PATH}/${segment(id)}`;
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T, void, void> {
  yield* await Promise.resolve(items);
}
