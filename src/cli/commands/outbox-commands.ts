import { Option, type Command } from 'commander';
import type { MessageTextView, MessageView } from '../api-types.js';
import type { Context } from '../context.js';
import { type Members, columns } from '../output.js';
import { RecordCommands } from '../record-commands.js';

const COLUMNS = [
  ...columns<MessageView>(['id', 'state'], ['kind', 'to:recipient']),
  ...columns<MessageView>(['account:accountId']),
  ...columns<MessageView>([], ['written:createdAt', 'attempts', 'last error:lastError']),
];
const STATES = ['waiting', 'failed', 'handover', 'sent'];

export function register(program: Command, context: Context): void {
  const parent = program
    .command('outbox')
    .description('Manage the outbox: e-mails and text messages to users.');
  const messages = new RecordCommands(parent, context, {
    noun: 'message',
    path: '/outbox',
    id: ['<id>', 'number of the message'],
  });
  messages.list(
    'List messages, newest first.',
    COLUMNS,
    { 'hearth outbox list --state failed': 'messages that failed, and why' },
    [
      new Option('--state <state>', 'only in this state').choices(STATES),
      new Option('--account <id>', 'only for this account'),
    ],
  );
  messages.get('Show one message.', shown, {
    'hearth outbox get 12': 'its attempts, and why it failed',
  });
  messages
    .one(
      'text',
      'Show the text of a message that was not sent, with its link. This is recorded in the audit trail.',
      { 'hearth outbox text 12': 'to deliver it by hand' },
    )
    .action(async (id: string) => {
      const message = await context.api.get<MessageTextView>(`${await messages.pathOf(id)}/text`);
      if (context.output.isJson) return context.output.item(message, {});
      context.output.write(`${message.subject}\n\n${message.text}`);
    });
  messages.act(
    'retry',
    'Retry a message now.',
    { method: 'POST', part: '/retry', said: (id) => `Retrying message ${id}.` },
    {
      'hearth outbox list --state failed | cut -f1 | xargs -n1 hearth outbox retry':
        'retry all failed messages',
    },
  );
  messages.act(
    'passed-on',
    'Mark a message as delivered by hand. It then counts as sent, and its text is deleted.',
    { method: 'POST', part: '/passed-on', said: (id) => `Message ${id} marked as delivered.` },
    { 'hearth outbox passed-on 12': 'after you have delivered it to the person' },
  );
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
