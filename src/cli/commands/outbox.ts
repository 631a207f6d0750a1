import { Option, type Command } from 'commander';
import type { MessageTextView, MessageView } from '../api-types.js';
import { segment } from '../api-client.js';
import { asList, type Context, examples, extentOf, type ListOptions, tellMore } from '../context.js';
import type { Column } from '../table.js';

type Filters = ListOptions & { readonly state?: string; readonly account?: string };

const PATH = '/outbox';
const COLUMNS: readonly Column<MessageView>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'state', value: ({ state }) => state, isWhole: true },
  { title: 'kind', value: ({ kind }) => kind },
  { title: 'to', value: ({ recipient }) => recipient },
  { title: 'account', value: ({ accountId }) => accountId ?? '', isWhole: true },
  { title: 'written', value: ({ createdAt }) => createdAt },
  { title: 'attempts', value: ({ attempts }) => attempts },
  { title: 'last error', value: ({ lastError }) => lastError },
];
const STATES = ['waiting', 'failed', 'handover', 'sent'];

export function register(program: Command, context: Context): void {
  const outbox = program
    .command('outbox')
    .description('Manage the outbox: e-mails and text messages to users.');
  const list = asList(outbox.command('list').description('List messages, newest first.'))
    .addOption(new Option('--state <state>', 'only in this state').choices(STATES))
    .option('--account <id>', 'only for this account')
    .action(async ({ state, account, ...options }: Filters) => {
      const items = context.api.list<MessageView>(PATH, { state, account }, extentOf(options));
      tellMore(context.output, await context.output.list(COLUMNS, items));
    });
  examples(list, { 'hearth outbox list --state failed': 'messages that failed, and why' });

  const get = outbox
    .command('get')
    .description('Show one message.')
    .argument('<id>', 'number of the message')
    .action(async (id: string) => show(context, await context.api.get<MessageView>(pathOf(id))));
  examples(get, { 'hearth outbox get 12': 'its attempts, and why it failed' });

  const text = outbox
    .command('text')
    .description(
      'Show the text of a message that was not sent, with its link. This is recorded in the audit trail.',
    )
    .argument('<id>', 'number of the message')
    .action(async (id: string) => {
      const message = await context.api.get<MessageTextView>(`${pathOf(id)}/text`);
      if (context.output.isJson) return context.output.item(message, {});
      context.output.write(`${message.subject}\n\n${message.text}`);
    });
  examples(text, { 'hearth outbox text 12': 'to deliver it by hand' });

  const retry = outbox
    .command('retry')
    .description('Retry a message now.')
    .argument('<id>', 'number of the message')
    .action(async (id: string) => {
      context.output.done(`Retrying message ${id}.`, await context.api.post(`${pathOf(id)}/retry`));
    });
  examples(retry, {
    'hearth outbox list --state failed | cut -f1 | xargs -n1 hearth outbox retry':
      'retry all failed messages',
  });
  registerPassedOn(outbox, context);
}

function registerPassedOn(outbox: Command, context: Context): void {
  const passedOn = outbox
    .command('passed-on')
    .description('Mark a message as delivered by hand. It then counts as sent, and its text is deleted.')
    .argument('<id>', 'number of the message')
    .action(async (id: string) => {
      const message = await context.api.post(`${pathOf(id)}/passed-on`);
      context.output.done(`Message ${id} marked as delivered.`, message);
    });
  examples(passedOn, { 'hearth outbox passed-on 12': 'after you have delivered it to the person' });
}

function show({ output }: Context, message: MessageView): void {
  const { id, state, kind, channel, recipient, accountId, createdAt, attempts, nextAt, sentAt, lastError } =
    message;
  const times = {
    written: createdAt,
    attempts,
    'next attempt': nextAt,
    sent: sentAt,
    'last error': lastError,
  };
  output.item(message, { id, state, kind, channel, to: recipient, account: accountId, ...times });
}

function pathOf(id: string): string {
  return `${PATH}/${segment(id)}`;
}
