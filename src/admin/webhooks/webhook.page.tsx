import { Select } from '../../platform/pages/form.js';
import { DELIVERY_STATES } from '../../oauth/webhooks/webhook-lists.js';
import { Action } from '../shell/console/actions.js';
import { ConfirmForm } from '../shell/console/confirm-form.js';
import { Id } from '../shell/console/copy.js';
import { DangerZone } from '../shell/console/danger.js';
import type { Deletion } from '../shell/console/deletion.page.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { RecordCard, type RecordFormProps } from '../shell/console/record-card.js';
import { renderConsole } from '../shell/console/console-frame.js';
import { Empty, Moment, Pager, Search, Table } from '../shell/console/list.js';
import { State, wordOf } from '../shell/console/state.js';
import type { ListPage } from '../shell/paging.js';
import { addressOfClient } from '../clients/clients.page.js';
import { DeliveryQuery } from './webhook.args.js';
import type { DeliveryView, WebhookView } from './webhook.view.js';
import { addressOfWebhook, deliveriesOf, nameOfWebhook, stateOfWebhook } from './webhooks.page.js';

export interface WebhookPageProps extends RecordFormProps {
  readonly etag: string;
  readonly webhook: WebhookView;
  readonly deliveries: ListPage<DeliveryView>;
  readonly query: DeliveryQuery;
}

export function webhookPage(props: WebhookPageProps): string {
  const { webhook, etag, errors, asksPassword } = props;
  const { id, url, clientId, createdAt, isEnabled } = webhook;
  const address = addressOfWebhook(id);
  return renderConsole({
    ...props,
    title: nameOfWebhook(webhook),
    section: 'webhooks',
    state: <State of={stateOfWebhook(webhook)} />,
    target: `webhook:${id}`,
    actions: (
      <>
        {webhook.failed > 0 && <Action to={`${address}/replay`} verb="Send failed again" />}
        <Action to={`${address}/test`} verb="Send a test" />
      </>
    ),
    children: (
      <>
        <p class="lead">
          <Id value={url} what="the address" /> · of <a href={addressOfClient(clientId)}>{clientId}</a> ·
          created <Moment at={createdAt} />
        </p>
        <Health {...webhook} />
        <Deliveries {...props} />
        <div class="split">
          <RecordCard {...props} action={address} title="Settings" />
          <div>
            <SecretCard {...props} />
            <section class="card">
              <h2>{isEnabled ? 'Disable webhook' : 'Enable webhook'}</h2>
              <p>
                {isEnabled
                  ? 'Nothing more is sent. Events of the meantime are not kept for it; deliveries that wait go on waiting.'
                  : 'It is told what happens from now on, and gets the deliveries that waited.'}
              </p>
              <ConfirmForm
                action={`${address}/state`}
                verb={isEnabled ? 'Disable webhook' : 'Enable webhook'}
                {...{ etag, asksPassword }}
                id="state-password"
                error={errors.state}
              >
                <input type="hidden" name="state" value={isEnabled ? 'disabled' : 'enabled'} />
              </ConfirmForm>
            </section>
          </div>
        </div>
        <DangerZone
          href={`${address}/delete`}
          verb="Delete webhook"
          about="Its secret and all of its deliveries are deleted too, those that wait and those that failed. This can’t be undone."
        />
      </>
    ),
  });
}

function Health({ failures, retryAt, isEnabled, waiting, failed }: WebhookView) {
  if (!isEnabled || (retryAt === null && failed === 0)) return null;
  return (
    <p class={retryAt === null ? 'notice warn' : 'notice error'}>
      {retryAt !== null && (
        <>
          The last {failures} attempts failed.{' '}
          {waiting === 0 ? (
            'The next delivery asks whether the receiver is back.'
          ) : (
            <>
              Waiting: {deliveriesOf(waiting)}. One is tried <Moment at={retryAt} isDue />, and all when it is
              taken.
            </>
          )}{' '}
        </>
      )}
      {failed > 0 && `Given up, and kept for 30 days: ${deliveriesOf(failed)}.`}
    </p>
  );
}

function SecretCard({ by, webhook, etag, asksPassword, errors }: WebhookPageProps) {
  const { id, previousEndsAt } = webhook;
  return (
    <section class="card">
      <h2>Signing secret</h2>
      {previousEndsAt !== null && previousEndsAt > by.at && (
        <p>
          Messages are signed with the previous secret too. That ends <Moment at={previousEndsAt} />.
        </p>
      )}
      <p>
        If you renew it, the new one takes effect at once; messages are signed with the previous one too for a
        day.
      </p>
      <ConfirmForm
        action={addressOfWebhook(id, '/secret')}
        verb="New secret"
        {...{ etag, asksPassword }}
        id="secret-password"
        error={errors.secret}
      />
    </section>
  );
}

function Deliveries({ webhook, deliveries, query, errors }: WebhookPageProps) {
  const address = addressOfWebhook(webhook.id);
  const { state, after } = query;
  return (
    <section class="card" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <Search action={address}>
        <Select
          {...fieldsOf(DeliveryQuery, query, errors)('state')}
          options={[['', 'Any'], ...DELIVERY_STATES.map((each) => [each, wordOf(each)] as const)]}
        />
      </Search>
      {deliveries.items.length === 0 ? (
        <Empty>Nothing here. Delivered events are listed for a week, failed ones for 30 days.</Empty>
      ) : (
        <Table
          caption="Deliveries"
          rows={deliveries.items}
          keyOf={(delivery) => delivery.id}
          columns={[
            {
              name: 'Event',
              cell: (delivery) => <a href={`${address}/deliveries/${delivery.id}`}>{delivery.type}</a>,
            },
            { name: 'State', cell: (delivery) => <State of={delivery.state} /> },
            { name: 'Subject', isText: true, cell: ({ subject, sequence }) => `${subject} · ${sequence}` },
            { name: 'Happened', cell: ({ occurredAt }) => <Moment at={occurredAt} /> },
            { name: 'Answer', isText: true, cell: (delivery) => answerOf(delivery) },
            { name: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
          ]}
        />
      )}
      <Pager path={address} query={{ state, after }} next={deliveries.next} />
    </section>
  );
}

export function answerOf({ status, answer, durationMs, triedAt }: DeliveryView): string {
  if (triedAt === null) return 'not tried yet';
  const took = durationMs === null ? '' : ` in ${durationMs} ms`;
  return status === null ? (answer ?? 'under way') : `${status}${took}`;
}

export function webhookDeletion(webhook: WebhookView): Deletion {
  const { id, url, clientId, waiting } = webhook;
  return {
    section: 'webhooks',
    record: { name: nameOfWebhook(webhook), href: addressOfWebhook(id) },
    title: 'Delete webhook',
    typed: clientId,
    verb: 'Delete webhook',
    about: (
      <>
        {clientId} is no longer told anything at {url}.
        {waiting > 0 && ` What waits is lost: ${deliveriesOf(waiting)}.`}
      </>
    ),
  };
}
