import { type Command, Option } from 'commander';
import type { WebhookSecretView, WebhookView, DeliveryView, ReplayView } from '../api-types.js';
import { type Context, asList, type ListOptions } from '../context.js';
import { type Members, columns } from '../output.js';
import { RecordCommands } from '../record-commands.js';
import { shownMembers } from '../record-options.js';
import { WEBHOOK_FIELDS } from './record-fields.js';
import { segment } from '../api-client.js';

const COLUMNS = columns<WebhookView>(
  ['id'],
  ['client:clientId', 'address:url', 'enabled:isEnabled', 'failures', 'waiting', 'failed'],
);
const DELIVERY_COLUMNS = columns<DeliveryView>(
  ['id'],
  ['event:type', 'state', 'subject', 'number:sequence', 'status', 'attempts'],
);
const EXAMPLE = '5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a11';

export function register(program: Command, context: Context): void {
  const parent = program
    .command('webhook')
    .description('Manage webhooks: addresses of clients that are told what happens to what is theirs.');
  const webhooks = new RecordCommands(parent, context, {
    noun: 'webhook',
    path: '/webhooks',
    id: ['<id>', 'id of the webhook'],
  });
  webhooks.wholeList(
    'List the webhooks, and whether they work.',
    COLUMNS,
    { 'hearth webhook list --client shop': 'who hears what for the shop' },
    [new Option('--client <client-id>', 'only those of this client')],
  );
  webhooks.get('Show one webhook.', shown, {
    [`hearth webhook get ${EXAMPLE}`]: 'its settings, and how it is',
  });
  webhooks.create<WebhookSecretView>(
    'Create a webhook. Its signing secret is shown once.',
    {
      fields: WEBHOOK_FIELDS,
      argument: [
        '<client-id>',
        'whose webhook it is: it is told what this client could find out by calls',
        'clientId',
      ],
      tell: (made) => showSecret(context, made, 'created'),
    },
    {
      'hearth webhook create operator --address https://partner.example/hooks':
        'all that the operator may hear',
      'hearth webhook create shop --address https://shop.example/hooks --event account.deleted --event "consent.*"':
        'only some events',
    },
  );
  webhooks.update('Update a webhook. Waiting deliveries are tried at once.', WEBHOOK_FIELDS, {
    [`hearth webhook update ${EXAMPLE} --no-enabled`]: 'nothing is sent for now',
  });
  registerSecret(webhooks, context);
  webhooks.delete('Delete a webhook with all of its deliveries.', {
    [`hearth webhook delete ${EXAMPLE} --yes`]: 'in a script',
  });
  registerDeliveries(webhooks, context);
}

function registerSecret(webhooks: RecordCommands, context: Context): void {
  webhooks
    .one('new-secret', 'Make a new signing secret. The previous one signs too for a day.', {
      [`hearth webhook new-secret ${EXAMPLE}`]: 'configure it there within a day',
    })
    .action(async (id: string) => {
      const path = await webhooks.pathOf(id);
      const renewed = await context.api.update<WebhookSecretView>(path, () => ({}), 'POST', `${path}/secret`);
      showSecret(context, renewed, 'has a new secret');
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

function registerDeliveries(webhooks: RecordCommands, context: Context): void {
  const list = webhooks
    .one('deliveries', 'List what was sent to a webhook, the newest first.', {
      [`hearth webhook deliveries ${EXAMPLE} --state failed`]: 'what was given up',
    })
    .option('--state <state>', 'only these: waiting, delivered or failed');
  asList(list).action(async (id: string, { state, ...options }: ListOptions & { state?: string }) => {
    const path = `${await webhooks.pathOf(id)}/deliveries`;
    await context.list(DELIVERY_COLUMNS, path, { state }, options);
  });

  webhooks
    .one('delivery', 'Show one delivery, with the beginning of its answer.', {
      [`hearth webhook delivery ${EXAMPLE} 4711`]: 'why it was not taken',
    })
    .argument('<delivery>', 'id of the delivery')
    .action(async (id: string, delivery: string) => {
      const path = `${await webhooks.pathOf(id)}/deliveries/${segment(delivery)}`;
      const found = await context.api.get<DeliveryView>(path);
      const { type, state, subject, sequence, occurredAt, attempts, status, answer, nextAt } = found;
      context.output.item(found, {
        ...{ event: type, state, subject, number: sequence, happened: occurredAt, attempts },
        ...{ status, answer, 'tried next': nextAt },
      });
    });

  webhooks.act(
    'test',
    'Send a test event, which has no content.',
    {
      ...{ method: 'POST', part: '/test' },
      said: () => 'On its way. hearth webhook deliveries shows the answer.',
    },
    { [`hearth webhook test ${EXAMPLE}`]: 'whether its receiver takes it' },
  );

  webhooks
    .one('replay', 'Send a finished delivery again, or all that were given up.', {
      [`hearth webhook replay ${EXAMPLE}`]: 'after a receiver was away for too long',
    })
    .argument('[delivery]', 'id of one delivery; without it all that were given up')
    .action(async (id: string, delivery?: string) => {
      const path = await webhooks.pathOf(id);
      if (delivery !== undefined) {
        const replayed = await context.api.post(`${path}/deliveries/${segment(delivery)}/replay`);
        return context.output.done('It is sent again.', replayed);
      }
      let deliveries = 0;
      let replayed: ReplayView;
      do {
        replayed = await context.api.post<ReplayView>(`${path}/replay`);
        deliveries += replayed.deliveries;
      } while (!replayed.isDone);
      context.output.done(`Deliveries sent again: ${deliveries}.`, { ...replayed, deliveries });
    });
}
