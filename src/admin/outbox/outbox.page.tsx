import { Select } from '../../platform/pages/form.js';
import { wordsOf } from '../../platform/pages/words.js';
import { Action } from '../shell/console/actions.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { renderConsole, type PageProps } from '../shell/console/console-frame.js';
import { Fact } from '../shell/console/fact.js';
import { Moment } from '../shell/console/list.js';
import { renderList } from '../shell/console/list-page.js';
import type { ListProps } from '../shell/console/listed.js';
import { State, wordIfKnown, wordOf } from '../shell/console/state.js';
import { MessageQuery, type MessageState, type MessageView } from './messages.view.js';
import { PassOn, type PassOnProps } from './pass-on.js';

const PATH = '/admin/outbox';
const STATES: readonly MessageState[] = ['waiting', 'failed', 'handover', 'sent'];

export function outboxPage({ query, errors, ...shown }: ListProps<MessageQuery, MessageView>): string {
  const field = fieldsOf(MessageQuery, query, errors);
  const options = [['', 'Any'], ...STATES.map((each) => [each, wordOf(each)] as const)] as const;
  return renderList({
    ...shown,
    title: 'Outbox',
    section: 'outbox',
    path: PATH,
    lead: 'E-mails and text messages to users. Retry those that failed, and deliver by hand those that can’t be sent.',
    search: <Select {...field('state')} options={options} />,
    filters: [{ ...field('state'), shown: wordIfKnown(query.state) }],
    after: query.after,
    none: 'No messages found.',
    caption: 'Messages',
    keyOf: ({ id }) => id,
    columns: [
      {
        name: 'Message',
        cell: ({ id, kind }) => <a href={`${PATH}/${id}`}>{`${wordsOf(kind)} ${id}`}</a>,
      },
      { name: 'State', cell: ({ state }) => <State of={state} /> },
      { name: 'To', isText: true, cell: ({ recipient }) => recipient },
      { name: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
      { name: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
      { name: 'Last error', isText: true, cell: ({ lastError }) => lastError },
    ],
  });
}

interface MessageProps extends PageProps, Omit<PassOnProps, 'address'> {}

export function messagePage(props: MessageProps): string {
  const { by, message } = props;
  const { id, kind, state, channel, recipient, accountId, createdAt, attempts, nextAt, sentAt, lastError } =
    message;
  const address = `${PATH}/${id}`;
  return renderConsole({
    ...props,
    title: `Message ${id}`,
    section: 'outbox',
    state: <State of={state} />,
    actions: state !== 'sent' && <Action to={`${address}/retry`} verb="Retry now" />,
    children: (
      <>
        <dl class="card record">
          <Fact name="Type">{wordsOf(kind)}</Fact>
          <Fact name="To">{recipient === '' ? channel : `${recipient} (${channel})`}</Fact>
          <Fact name="Account">
            {accountId === null ? 'None' : <a href={`/admin/accounts/${accountId}`}>{accountId}</a>}
          </Fact>
          <Fact name="Created">
            <Moment at={createdAt} />
          </Fact>
          <Fact name="Attempts">{attempts}</Fact>
          {state === 'waiting' && (
            <Fact name="Next attempt">
              <Moment at={nextAt} isDue />
            </Fact>
          )}
          {sentAt && (
            <Fact name="Sent">
              <Moment at={sentAt} />
            </Fact>
          )}
          {lastError !== null && <Fact name="Last error">{lastError}</Fact>}
        </dl>
        {state !== 'sent' && channel !== 'backchannel' && by.role === 'administrator' && (
          <PassOn {...props} address={address} />
        )}
      </>
    ),
  });
}
