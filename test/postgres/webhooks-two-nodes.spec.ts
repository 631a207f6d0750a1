import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../support/admin-api.js';
import { rows } from '../support/database-rows.js';
import { newPartner } from '../support/provisioning-clients.js';
import { startNodes, type Nodes } from '../support/start-nodes.js';
import type { TestServer } from '../support/start-app.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { subscribe, tell } from '../support/webhooks.js';

const FAMILIES = 60;

describe('two nodes that deliver webhooks (D276)', () => {
  let nodes: Nodes;
  let a: TestServer;
  let b: TestServer;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    nodes = await startNodes(undefined, { JWKS_INSIDE_NETWORKS: '127.0.0.1' });
    ({ a, b } = nodes);
    const api = await AdminApi.signIn(a, await newAdmin(a));
    await newPartner(a, 'two-nodes');
    await subscribe(api, 'two-nodes', receiver, { events: ['family.*'] });
  });
  afterAll(async () => {
    await nodes.close();
    await receiver.close();
  });

  it('each event is delivered once, by either node; the numbers of a family have no gap', async () => {
    const partners = [await newPartner(a, 'two-nodes'), await newPartner(b, 'two-nodes')];
    const change = async (i: number): Promise<void> => {
      const partner = partners[i % 2];
      const familyId = await partner.family();
      const names = ['A', 'B', 'C'].map((FamilyName) =>
        partner.call('updatefamily', { familyId, FamilyName }),
      );
      await Promise.all([...names, tell(a), tell(b)]);
      await partner.result('deletefamily', { familyId });
    };
    await Promise.all(Array.from({ length: FAMILIES }, (_, i) => change(i)));
    await Promise.all([a, b, a].map(tell));
    await tell(b); // the other node's work
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    const told = receiver.told();
    const families = new Set(told.map(([, subject]) => subject));
    expect(families.size).toBe(FAMILIES);
    for (const family of families) {
      const events = told.filter(([, subject]) => subject === family);
      expect(events.map(([, , number]) => number)).toEqual(events.map((_, i) => i + 1));
      expect(events[0][0]).toBe('family.created');
      expect(events.at(-1)?.[0]).toBe('family.deleted');
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(await rows(a, 'SELECT id FROM row_change UNION ALL SELECT id FROM subject_event')).toEqual([]);
  });
});
