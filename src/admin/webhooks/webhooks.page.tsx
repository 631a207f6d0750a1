import { Field } from '../../platform/pages/form.js';
import { ButtonLink } from '../shell/console/actions.js';
import { Id } from '../shell/console/copy.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { RecordCard, type RecordFormProps } from '../shell/console/record-card.js';
import { renderConsole, type PageProps } from '../shell/console/console-frame.js';
import { addressWith } from '../shell/console/list.js';
import { renderList } from '../shell/console/list-page.js';
import type { ListProps } from '../shell/console/listed.js';
import { State, type StateName } from '../shell/console/state.js';
import { addressOfClient } from '../clients/clients.page.js';
import { WebhookQuery } from './webhook.args.js';
import type { WebhookSecretView, WebhookView } from './webhook.view.js';

export const PATH = '/admin/webhooks';

export function addressOfWebhook(id: string, rest = ''): string {
  return `${PATH}/${id}${rest}`;
}

/** The name in titles and breadcrumbs, which have little room on a phone. */
export function nameOfWebhook({ url }: Pick<WebhookView, 'url'>): string {
  return new URL(url).host;
}

/** The state that matters most to an administrator. */
export function stateOfWebhook({ isEnabled, isClientDisabled, retryAt }: WebhookView): StateName {
  if (!isEnabled) return 'disabled';
  if (isClientDisabled) return 'clientDisabled';
  return retryAt === null ? 'active' : 'failing';
}

export function webhooksPage({ query, errors, ...shown }: ListProps<WebhookQuery, WebhookView>): string {
  const { client } = query;
  const field = fieldsOf(WebhookQuery, query, errors);
  return renderList({
    ...shown,
    title: 'Webhooks',
    section: 'webhooks',
    path: PATH,
    actions: (
      <ButtonLink href={addressWith(`${PATH}/new`, { client })} isPrimary>
        New webhook
      </ButtonLink>
    ),
    lead: 'Addresses of applications and partners that are told what happens to their users, accounts and families.',
    search: <Field {...field('client')} type="text" isOptional />,
    filters: [field('client')],
    none:
      client === undefined
        ? 'No webhooks. Create one to tell an application what happens.'
        : 'This client has no webhooks.',
    keyOf: ({ id }) => id,
    columns: [
      {
        name: 'Address',
        isText: true,
        cell: ({ id, url }) => <a href={addressOfWebhook(id)}>{url}</a>,
      },
      {
        name: 'Client',
        isKnown: true,
        cell: ({ clientId }) => <a href={addressOfClient(clientId)}>{clientId}</a>,
      },
      { name: 'State', cell: (webhook) => <State of={stateOfWebhook(webhook)} /> },
      { name: 'Events', isText: true, cell: ({ events }) => events.join(', ') },
      { name: 'Waiting', isNumber: true, cell: ({ waiting }) => countOf(waiting) },
      { name: 'Failed', isNumber: true, cell: ({ failed }) => countOf(failed) },
    ],
  });
}

/** The count, which the query stops at 1,000. */
function countOf(count: number): string {
  return count >= 1000 ? '1,000+' : String(count);
}

/** "1 delivery", "1,000+ deliveries". */
export function deliveriesOf(count: number): string {
  return count === 1 ? '1 delivery' : `${countOf(count)} deliveries`;
}

interface NewProps extends RecordFormProps {
  readonly clientId: string;
}

export function newWebhookPage({ clientId, ...form }: NewProps): string {
  const clientField = (
    <Field
      name="clientId"
      label="Client id"
      type="text"
      value={clientId}
      hint="The client that receives events. It only gets what it could read by calls."
      error={form.errors.clientId}
    />
  );
  return renderConsole({
    ...form,
    title: 'New webhook',
    section: 'webhooks',
    children: <RecordCard {...form} action={`${PATH}/new`} verb="Create webhook" first={clientField} />,
  });
}

interface SecretProps extends PageProps {
  readonly webhook: WebhookSecretView;
}

/** The only page that ever shows the secret. */
export function webhookSecretPage({ webhook, ...shown }: SecretProps): string {
  const { id, secret, previousEndsAt } = webhook;
  return renderConsole({
    title: 'Signing secret',
    section: 'webhooks',
    under: [{ name: nameOfWebhook(webhook), href: addressOfWebhook(id) }],
    ...shown,
    children: (
      <>
        <section class="card" aria-labelledby="secret-heading">
          <h2 id="secret-heading">Signing secret</h2>
          <p class="notice warn">
            You will not see this secret again. Give it to the receiver of the webhook, which verifies with it
            that messages come from this server (Standard Webhooks).
          </p>
          <p>
            <Id value={secret} what="the signing secret" id="secret" />
          </p>
          {previousEndsAt !== null && (
            <p>
              Messages are signed with the previous secret too until tomorrow, so that you have time to change
              it.
            </p>
          )}
        </section>
        <p class="after">
          <ButtonLink href={addressOfWebhook(id)} isPrimary>
            To the webhook
          </ButtonLink>
        </p>
      </>
    ),
  });
}
