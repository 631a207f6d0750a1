import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { basic, bearer, loggedAccount, post, tokensFor } from '../support/a01.js';
import { AdminApi, newAdmin } from '../support/admin-api.js';
import { eventually } from '../support/eventually.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';
import { withoutAgeing } from '../support/without-ageing.js';

describe('a change by the administration API on one node applies on the other (D35)', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  let api: AdminApi;
  beforeAll(async () => {
    ({ a, b, close } = await startNodes());
    api = await AdminApi.signIn(a, await newAdmin(a));
  });
  afterAll(() => close());

  let token: string;
  beforeEach(async () => {
    token = (await tokensFor(b, ANNA, 'Bearer', CLIENTS.app)).access_token;
    expect(await both()).toEqual([200, 200]); // and now both have it cached
  });
  const statusOn = async (node: TestServer) => (await loggedAccount(node, bearer(token))).status;
  const both = () => Promise.all([a, b].map(statusOn));
  const becomes = (status: number) =>
    withoutAgeing(() => eventually(async () => ((await statusOn(b)) === status ? true : null)));
  const change = (path: string, body: object) => api.send('PATCH', path, { body, ifMatch: '*' });

  it('a disabled client’s tokens are refused at once on this node and by notice on the other; enabled, they work again', async () => {
    expect((await change('/clients/family-app', { isDisabled: true })).status).toBe(200);
    expect(await statusOn(a)).toBe(401);
    await becomes(401);
    expect((await post(b, '/api/acc/ping', {}, basic(CLIENTS.app))).status).toBe(509);
    await change('/clients/family-app', { isDisabled: false });
    await becomes(200);
  });

  it('a client’s other ruleset, and other rules of it', async () => {
    await change('/clients/family-app', { ruleset: 'PROVISIONING' });
    expect(await statusOn(a)).toBe(509);
    await becomes(509);
    await change('/rulesets/PROVISIONING', { rules: ['prov*', 'acc*'] });
    expect(await statusOn(a)).toBe(200);
    await becomes(200);
    await change('/clients/family-app', { ruleset: 'WEB' });
  });

  it('a deleted client’s tokens', async () => {
    expect((await api.send('DELETE', '/clients/family-app', { ifMatch: '*' })).status).toBe(204);
    expect(await statusOn(a)).toBe(401);
    await becomes(401);
  });
});
