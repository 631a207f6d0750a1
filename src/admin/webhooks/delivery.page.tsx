import { bodyOf } from '../../oauth/webhooks/webhook-body.js';
import { Action } from '../shell/console/actions.js';
import { Id } from '../shell/console/copy.js';
import { renderConsole, type PageProps } from '../shell/console/console-frame.js';
import { Fact } from '../shell/console/fact.js';
import { Moment } from '../shell/console/list.js';
import { State } from '../shell/console/state.js';
import { answerOf } from './webhook.page.js';
import type { DeliveryView, WebhookView } from './webhook.view.js';
import { addressOfWebhook, nameOfWebhook } from './webhooks.page.js';

interface DeliveryProps extends PageProps {
  readonly webhook: WebhookView;
  readonly delivery: DeliveryView;
}

export function deliveryPage({ webhook, delivery, ...shown }: DeliveryProps): string {
  const { id, messageId, type, subject, sequence, state, occurredAt, attempts } = delivery;
  const { triedAt, nextAt, deliveredAt, answer } = delivery;
  const address = addressOfWebhook(webhook.id);
  return renderConsole({
    ...shown,
    title: type,
    section: 'webhooks',
    under: [{ name: nameOfWebhook(webhook), href: address }],
    state: <State of={state} />,
    children: (
      <>
        <dl class="record">
          <Fact name="Id">
            <Id value={messageId} what="the id of the message" />
          </Fact>
          <Fact name="Subject">{`${subject}, number ${sequence}`}</Fact>
          <Fact name="Happened">
            <Moment at={occurredAt} />
          </Fact>
          <Fact name="Attempts">{attempts}</Fact>
          <Fact name="Last attempt">
            <Moment at={triedAt} />
          </Fact>
          {nextAt !== null && (
            <Fact name="Next attempt">
              <Moment at={nextAt} isDue />
            </Fact>
          )}
          {deliveredAt !== null && (
            <Fact name="Delivered">
              <Moment at={deliveredAt} />
            </Fact>
          )}
        </dl>
        {state !== 'waiting' && <Action to={`${address}/deliveries/${id}/replay`} verb="Send again" />}
        <h2>What is sent</h2>
        <pre>{JSON.stringify(JSON.parse(bodyOf(delivery)), null, 2)}</pre>
        <h2>Last answer: {answerOf(delivery)}</h2>
        {answer === null || answer === '' ? <p class="quiet">It had no content.</p> : <pre>{answer}</pre>}
      </>
    ),
  });
}
