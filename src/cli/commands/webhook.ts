import { type Command, Option } from 'commander';
import type { WebhookSecretView, WebhookView, DeliveryView, ReplayView } from '../api-types.js';
import { type Context, examples, asList, type ListOptions } from '../context.js';
import type { Members } from '../output.js';
import { RecordCommands } from '../record-commands.js';
import { type Options, shownMembers, givenValues, withFields } from '../record-options.js';
import type { Column } from '../table.js';
import { WEBHOOK_FIELDS } from './record-fields.js';
import { segment } from '../api-client.js';

const COLUMNS: readonly Column<WebhookView>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'client', value: ({ clientId }) => clientId },
  { title: 'address', value: ({ url }) => url },
  { title: 'enabled', value: ({ isEnabled }) => isEnabled },
  { title: 'failures', value: ({ failures }) => failures },
  { title: 'waiting', value: ({ waiting }) => waiting },
  { title: 'failed', value: ({ failed }) => failed },
];
const DELIVERY_COLUMNS: readonly Column<DeliveryView>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'event', value: ({ type }) => type },
  { title: 'state', value: ({ state }) => state },
  { title: 'subject', value: ({ subject }) => subject },
  { title: 'number', value: ({ sequence }) => sequence },
  { title: 'status', value: ({ status }) => status },
  { title: 'attempts', value: ({ attempts }) => attempts },
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
    const body = { ...givenValues(WEBHOOK_FIELDS, options), clientId };
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
    ...{ client, ...shownMembers(WEBHOOK_FIELDS, webhook), failures, 'tried next': retryAt },
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

function registerDeliveries(webhooks: RecordCommands<WebhookView>, context: Context): void {
  const list = asList(
    webhooks
      .one('deliveries', 'List what was sent to a webhook, the newest first.')
      .option('--state <state>', 'only these: waiting, delivered or failed'),
  ).action(async (id: string, { state, ...options }: ListOptions & { state?: string }) => {
    await context.list(DELIVERY_COLUMNS, `${webhooks.pathOf(id)}/deliveries`, { state }, options);
  });
  examples(list, { [`hearth webhook deliveries ${EXAMPLE} --state failed`]: 'what was given up' });

  const get = webhooks
    .one('delivery', 'Show one delivery, with the beginning of its answer.')
    .argument('<delivery>', 'id of the delivery')
    .action(async (id: string, delivery: string) => {
      const found = await context.api.get<DeliveryView>(
        `${webhooks.pathOf(id)}/deliveries/${segment(delivery)}`,
      );
      const { type, state, subject, sequence, occurredAt, attempts, status, answer, nextAt } = found;
      context.output.item(found, {
        ...{ event: type, state, subject, number: sequence, happened: occurredAt, attempts },
        ...{ status, answer, 'tried next': nextAt },
      });
    });
  examples(get, { [`hearth webhook delivery ${EXAMPLE} 4711`]: 'why it was not taken' });

  const test = webhooks.one('test', 'Send a test event, which has no content.').action(async (id: string) => {
    await context.api.post(`${webhooks.pathOf(id)}/test`);
    context.output.done('On its way. hearth webhook deliveries shows the answer.');
  });
  examples(test, { [`hearth webhook test ${EXAMPLE}`]: 'whether its receiver takes it' });

  const replay = webhooks
    .one('replay', 'Send a finished delivery again, or all that were given up.')
    .argument('[delivery]', 'id of one delivery; without it all that were given up')
    .action(async (id: string, delivery?: string) => {
      if (delivery === undefined) {
        let deliveries = 0;
        let replayed: ReplayView;
        do {
          replayed = await context.api.post<ReplayView>(`${webhooks.pathOf(id)}/replay`);
          deliveries += replayed.deliveries;
        } while (!replayed.isDone);
        context.output.done(`Deliveries sent again: ${deliveries}.`, { ...replayed, deliveries });
      } else {
        const path = `${webhooks.pathOf(id)}/deliveries/${segment(delivery)}/replay`;
        context.output.done('It is sent again.', await context.api.post<DeliveryView>(path));
      }
    });
  examples(replay, { [`hearth webhook replay ${EXAMPLE}`]: 'after a receiver was away for too long' });
}
