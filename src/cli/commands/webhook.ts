import { type Command, Option } from 'commander';
import type { WebhookSecretView, WebhookView } from '../api-types.js';
import { type Context, examples } from '../context.js';
import type { Members } from '../output.js';
import { RecordCommands } from '../record-commands.js';
import { type Options, shownOf, valuesOf, withFields } from '../record-options.js';
import type { Column } from '../table.js';
import { WEBHOOK_FIELDS } from './record-fields.js';
import { registerDeliveries } from './webhook-deliveries.js';

const COLUMNS: readonly Column<WebhookView>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'client', value: ({ clientId }) => clientId },
  { title: 'address', value: ({ url }) => url },
  { title: 'enabled', value: ({ isEnabled }) => isEnabled },
  { title: 'failures', value: ({ failures }) => failures },
  { title: 'waiting', value: ({ waiting }) => waiting },
  { title: 'failed', value: ({ failed }) => failed },
];
const EXAMPLE = '5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a11';

export function register(program: Command, context: Context): void {
  const webhook = program
    .command('webhook')
    .description('Manage webhooks: addresses of clients that are told what happens to what is theirs.');
  const webhooks = new RecordCommands<WebhookView>(webhook, context, {
    noun: 'webhook',
    path: '/webhooks',
    id: ['<id>', 'id of the webhook'],
    columns: COLUMNS,
    shown,
  });
  webhooks.wholeList(
    'List the webhooks, and whether they work.',
    { 'hearth webhook list --client shop': 'who hears what for the shop' },
    [new Option('--client <client-id>', 'only those of this client')],
  );
  webhooks.get('Show one webhook.', { [`hearth webhook get ${EXAMPLE}`]: 'its settings, and how it is' });
  registerCreate(webhook, context);
  webhooks.update(WEBHOOK_FIELDS, 'Update a webhook. Waiting deliveries are tried at once.', {
    [`hearth webhook update ${EXAMPLE} --no-enabled`]: 'nothing is sent for now',
  });
  registerSecret(webhooks, context);
  webhooks.delete('Delete a webhook with all of its deliveries.', {
    [`hearth webhook delete ${EXAMPLE} --yes`]: 'in a script',
  });
  registerDeliveries(webhooks, context);
}

function registerCreate(webhook: Command, context: Context): void {
  const create = withFields(
    webhook
      .command('create')
      .description('Create a webhook. Its signing secret is shown once.')
      .argument('<client-id>', 'whose webhook it is: it is told what this client could find out by calls'),
    WEBHOOK_FIELDS,
    true,
  ).action(async (clientId: string, options: Options) => {
    const body = { ...valuesOf(WEBHOOK_FIELDS, options), clientId };
    showSecret(context, await context.api.post<WebhookSecretView>('/webhooks', body), 'created');
  });
  examples(create, {
    'hearth webhook create operator --address https://partner.example/hooks':
      'all that the operator may hear',
    'hearth webhook create shop --address https://shop.example/hooks --event account.deleted --event "consent.*"':
      'only some events',
  });
}

function registerSecret(webhooks: RecordCommands<WebhookView>, context: Context): void {
  const secret = webhooks
    .one('new-secret', 'Make a new signing secret. The previous one signs too for a day.')
    .action(async (id: string) => {
      const path = webhooks.pathOf(id);
      const renewed = await context.api.update<WebhookSecretView>(path, () => ({}), 'POST', `${path}/secret`);
      showSecret(context, renewed, 'has a new secret');
    });
  examples(secret, {
    [`hearth webhook new-secret ${EXAMPLE}`]: 'configure it there within a day',
  });
}

function shown(webhook: WebhookView): Members {
  const { clientId: client, failures, retryAt, waiting, failed, previousEndsAt } = webhook;
  return {
    ...{ client, ...shownOf(WEBHOOK_FIELDS, webhook), failures, 'tried next': retryAt },
    ...{ waiting, failed, 'previous secret signs until': previousEndsAt },
  };
}

function showSecret(
  { output }: Context,
  webhook: WebhookSecretView,
  what: 'created' | 'has a new secret',
): void {
  output.item(webhook, { id: webhook.id, secret: webhook.secret });
  output.say(`Webhook ${webhook.id} ${what}. The secret is not shown again.`);
}
