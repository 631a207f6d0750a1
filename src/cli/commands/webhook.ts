import type { Command } from 'commander';
import type { WebhookList, WebhookSecretView, WebhookView } from '../api-types.js';
import { segment } from '../api-client.js';
import { type Context, examples } from '../context.js';
import { Failure } from '../failure.js';
import { shownOf, valuesOf, withFields } from '../record-options.js';
import type { Column } from '../table.js';
import { WEBHOOK_FIELDS } from './record-fields.js';
import { registerDeliveries } from './webhook-deliveries.js';

type Options = Readonly<Record<string, unknown>>;

const PATH = '/webhooks';
const COLUMNS: readonly Column<WebhookView>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'client', value: ({ clientId }) => clientId },
  { title: 'address', value: ({ url }) => url },
  { title: 'enabled', value: ({ isEnabled }) => isEnabled },
  { title: 'failures', value: ({ failures }) => failures },
  { title: 'waiting', value: ({ waiting }) => waiting },
  { title: 'failed', value: ({ failed }) => failed },
];
const ID = ['<id>', 'id of the webhook'] as const;

export function register(program: Command, context: Context): void {
  const webhook = program
    .command('webhook')
    .description('Manage webhooks: addresses of clients that are told what happens to what is theirs.');
  registerReading(webhook, context);
  registerChanging(webhook, context);
  registerEnding(webhook, context);
  registerDeliveries(webhook, context);
}

function registerReading(webhook: Command, context: Context): void {
  const list = webhook
    .command('list')
    .description('List the webhooks, and whether they work.')
    .option('--client <client-id>', 'only those of this client')
    .action(async ({ client }: { client?: string }) => {
      const { items } = await context.api.get<WebhookList>(PATH, { client });
      await context.output.list(COLUMNS, each(items));
    });
  examples(list, { 'hearth webhook list --client shop': 'who hears what for the shop' });

  const get = webhook
    .command('get')
    .description('Show one webhook.')
    .argument(...ID)
    .action(async (id: string) => show(context, await context.api.get<WebhookView>(pathOf(id))));
  examples(get, { 'hearth webhook get 5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a11': 'its settings, and how it is' });
}

function registerChanging(webhook: Command, context: Context): void {
  const create = withFields(
    webhook
      .command('create')
      .description('Create a webhook. Its signing secret is shown once.')
      .argument('<client-id>', 'whose webhook it is: it is told what this client could find out by calls'),
    WEBHOOK_FIELDS,
    true,
  ).action(async (clientId: string, options: Options) => {
    const body = { ...valuesOf(WEBHOOK_FIELDS, options), clientId };
    showSecret(context, await context.api.post<WebhookSecretView>(PATH, body), 'created');
  });
  examples(create, {
    'hearth webhook create operator --address https://partner.example/hooks':
      'all that the operator may hear',
    'hearth webhook create shop --address https://shop.example/hooks --event account.deleted --event "consent.*"':
      'only some events',
  });

  const update = withFields(
    webhook
      .command('update')
      .description('Update a webhook. Waiting deliveries are tried at once.')
      .argument(...ID),
    WEBHOOK_FIELDS,
    false,
  ).action(async (id: string, options: Options) => {
    const change = valuesOf(WEBHOOK_FIELDS, options);
    if (Object.keys(change).length === 0) throw new Failure('No changes given. See --help.', 'usage');
    const updated = await context.api.update<WebhookView>(pathOf(id), () => change);
    context.output.done(`Webhook ${id} updated.`, updated);
  });
  examples(update, {
    'hearth webhook update 5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a11 --no-enabled': 'nothing is sent for now',
  });

  const secret = webhook
    .command('new-secret')
    .description('Make a new signing secret. The previous one signs too for a day.')
    .argument(...ID)
    .action(async (id: string) => {
      const at = `${pathOf(id)}/secret`;
      const renewed = await context.api.update<WebhookSecretView>(pathOf(id), () => ({}), 'POST', at);
      showSecret(context, renewed, 'has a new secret');
    });
  examples(secret, {
    'hearth webhook new-secret 5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a11': 'configure it there within a day',
  });
}

function registerEnding(webhook: Command, context: Context): void {
  const remove = webhook
    .command('delete')
    .description('Delete a webhook with all of its deliveries.')
    .argument(...ID)
    .option('--yes', 'do not ask for confirmation')
    .action(async (id: string, { yes = false }: { yes?: boolean }) => {
      await context.prompt.confirmByName(`The webhook ${id} will be deleted.`, id, yes);
      await context.api.delete(pathOf(id));
      context.output.done(`Webhook ${id} deleted.`);
    });
  examples(remove, {
    'hearth webhook delete 5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a11 --yes': 'in a script',
  });
}

function show({ output }: Context, webhook: WebhookView): void {
  const { clientId: client, failures, retryAt, waiting, failed, previousEndsAt } = webhook;
  output.item(webhook, {
    ...{ client, ...shownOf(WEBHOOK_FIELDS, webhook), failures, 'tried next': retryAt },
    ...{ waiting, failed, 'previous secret signs until': previousEndsAt },
  });
}

function showSecret(
  { output }: Context,
  webhook: WebhookSecretView,
  what: 'created' | 'has a new secret',
): void {
  output.item(webhook, { id: webhook.id, secret: webhook.secret });
  output.say(`Webhook ${webhook.id} ${what}. The secret is not shown again.`);
}

function pathOf(id: string): string {
  return `${PATH}/${segment(id)}`;
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T, void, void> {
  yield* await Promise.resolve(items);
}
