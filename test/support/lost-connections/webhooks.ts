import { CLIENTS } from '../fixtures.js';
import { ANY, subscribe } from '../webhooks.js';
import type { Act } from './act.js';
import type { Stage } from './stage.js';

const RECEIVER = { url: 'https://receiver.example/hooks' };

/** Test messages to it wait for a receiver that does not exist. */
async function newWebhook({ admin }: Stage): Promise<string> {
  return (await subscribe(admin, CLIENTS.provisioning.id, RECEIVER)).id;
}

/** Changes to webhooks by administrators. */
export const WEBHOOKS: Readonly<Record<string, Act>> = {
  'a webhook is created': ({ admin }) => {
    const body = { clientId: CLIENTS.provisioning.id, ...RECEIVER };
    return () => admin.send('POST', '/webhooks', { body });
  },
  'a webhook is changed': async (stage) => {
    const id = await newWebhook(stage);
    const body = { description: 'another', isEnabled: false };
    return () => stage.admin.send('PATCH', `/webhooks/${id}`, { body, ifMatch: ANY });
  },
  'the secret of a webhook': async (stage) => {
    const id = await newWebhook(stage);
    return () => stage.admin.send('POST', `/webhooks/${id}/secret`, { ifMatch: ANY });
  },
  'a webhook is deleted': async (stage) => {
    const id = await newWebhook(stage);
    return () => stage.admin.send('DELETE', `/webhooks/${id}`, { ifMatch: ANY });
  },
  'a webhook is tested': async (stage) => {
    const id = await newWebhook(stage);
    return () => stage.admin.send('POST', `/webhooks/${id}/test`);
  },
};
