import type { DeliveryView, ReplayView, WebhookView } from '../api-types.js';
import { segment } from '../api-client.js';
import { asList, type Context, examples, type ListOptions } from '../context.js';
import type { RecordCommands } from '../record-commands.js';
import type { Column } from '../table.js';

const COLUMNS: readonly Column<DeliveryView>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'event', value: ({ type }) => type },
  { title: 'state', value: ({ state }) => state },
  { title: 'subject', value: ({ subject }) => subject },
  { title: 'number', value: ({ sequence }) => sequence },
  { title: 'status', value: ({ status }) => status },
  { title: 'attempts', value: ({ attempts }) => attempts },
];
const EXAMPLE = '5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a11';

/** What was sent to a webhook, and sending it again. */
export function registerDeliveries(webhooks: RecordCommands<WebhookView>, context: Context): void {
  const list = asList(
    webhooks
      .one('deliveries', 'List what was sent to a webhook, the newest first.')
      .option('--state <state>', 'only these: waiting, delivered or failed'),
  ).action(async (id: string, { state, ...options }: ListOptions & { state?: string }) => {
    await context.list(COLUMNS, `${webhooks.pathOf(id)}/deliveries`, { state }, options);
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
