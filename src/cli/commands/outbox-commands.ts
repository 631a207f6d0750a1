import { Option, type Command } from 'commander';
import type { MessageTextView, MessageView } from '../api-types.js';
import { type Context, examples } from '../context.js';
import type { Members } from '../output.js';
import { RecordCommands } from '../record-commands.js';
import type { Column } from '../table.js';

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
  const messages = new RecordCommands<MessageView>(outbox, context, {
    noun: 'message',
    path: '/outbox',
    id: ['<id>', 'number of the message'],
    columns: COLUMNS,
    shown,
  });
  messages.list(
    'List messages, newest first.',
    { 'hearth outbox list --state failed': 'messages that failed, and why' },
    [
      new Option('--state <state>', 'only in this state').choices(STATES),
      new Option('--account <id>', 'only for this account'),
    ],
  );
  messages.get('Show one message.', { 'hearth outbox get 12': 'its attempts, and why it failed' });

  const text = messages
    .one(
      'text',
      'Show the text of a message that was not sent, with its link. This is recorded in the audit trail.',
    )
    .action(async (id: string) => {
      const message = await context.api.get<MessageTextView>(`${messages.pathOf(id)}/text`);
      if (context.output.isJson) return context.output.item(message, {});
      context.output.write(`${message.subject}\n\n${message.text}`);
    });
  examples(text, { 'hearth outbox text 12': 'to deliver it by hand' });

  const retry = messages.one('retry', 'Retry a message now.').action(async (id: string) => {
    context.output.done(`Retrying message ${id}.`, await context.api.post(`${messages.pathOf(id)}/retry`));
  });
  examples(retry, {
    'hearth outbox list --state failed | cut -f1 | xargs -n1 hearth outbox retry':
      'retry all failed messages',
  });

  const passedOn = messages
    .one('passed-on', 'Mark a message as delivered by hand. It then counts as sent, and its text is deleted.')
    .action(async (id: string) => {
      const message = await context.api.post(`${messages.pathOf(id)}/passed-on`);
      context.output.done(`Message ${id} marked as delivered.`, message);
    });
  examples(passedOn, { 'hearth outbox passed-on 12': 'after you have delivered it to the person' });
}

function shown(message: MessageView): Members {
  const { id, state, kind, channel, recipient, accountId, createdAt, attempts, nextAt, sentAt, lastError } =
    message;
  const times = {
    written: createdAt,
    attempts,
    'next attempt': nextAt,
    sent: sentAt,
    'last error': lastError,
  };
  return { id, state, kind, channel, to: recipient, account: accountId, ...times };
}
