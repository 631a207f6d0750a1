import { WebhookWorker } from '../../src/oauth/webhooks/webhook-worker.js';
import type { AdminApi, Asked } from './admin-api.js';
import type { TestServer } from './start-app.js';
import type { WebhookReceiver } from './webhook-receiver.js';

export const ANY = '*';

interface CreatedWebhook {
  readonly id: string;
  readonly secret: string;
}

/** Subscribes a client's address. */
export async function subscribe(
  api: AdminApi,
  clientId: string,
  { url }: Pick<WebhookReceiver, 'url'>,
  more: object = {},
): Promise<CreatedWebhook> {
  const answer = await api.send('POST', '/webhooks', { body: { clientId, url, ...more } });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body as unknown as CreatedWebhook;
}

export async function unsubscribeAll(api: AdminApi): Promise<void> {
  const { items } = (await api.send('GET', '/webhooks')).body as { items: CreatedWebhook[] };
  const asked: Asked = { ifMatch: ANY };
  await Promise.all(items.map(({ id }) => api.send('DELETE', `/webhooks/${id}`, asked)));
}

/** Distributes all events, and sends all that are due; resolves when nothing is being sent. */
export function tell(server: TestServer): Promise<void> {
  return server.get(WebhookWorker).run();
}
