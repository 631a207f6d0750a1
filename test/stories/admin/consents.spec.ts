import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refresh, tokenStatus } from '../../support/a01.js';
import { AdminApi, newAdmin, type Admin } from '../../support/admin-api.js';
import {
  CookieBrowser,
  exchange,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { accountId, rows } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, garden } = THIRD_PARTIES;

describe('consents of a user, by the administration API (D61)', () => {
  let server: TestServer;
  let helper: Admin;
  let support: AdminApi;
  let anna: string;
  beforeAll(async () => {
    server = await startWithThirdParties();
    helper = await newAdmin(server, 'support');
    support = await AdminApi.signIn(server, helper);
    anna = await accountId(server, ANNA.email);
  });
  afterAll(() => server.close());

  const tokensOf = async (party: typeof shop | typeof garden) =>
    (await exchange(server, party, (await new CookieBrowser(server).connect(ANNA, party)).code)).body;

  it('support sees them, and ends those of one client; the others stay', async () => {
    const [ended, other] = [await tokensOf(shop), await tokensOf(garden)];
    const { code: open } = await new CookieBrowser(server).connect(ANNA, shop);
    const path = `/accounts/${anna}/consents`;
    const consent = (clientId: string, name: string): object =>
      expect.objectContaining({ clientId, name, since: server.clock.now().toISOString() });
    const seen = (await support.send('GET', path)).body.items;
    expect(seen).toEqual(expect.arrayContaining([consent('shop', 'Shop'), consent('garden', 'Garden')]));
    expect((await support.send('DELETE', `${path}/shop`)).status).toBe(204);
    expect([
      await tokenStatus(server, ended.access_token),
      (await refresh(server, ended.refresh_token, shop)).status,
      (await exchange(server, shop, open)).status,
      await tokenStatus(server, other.access_token),
    ]).toEqual([401, 400, 400, 200]);
    expect((await support.send('GET', path)).body.items).toEqual([consent('garden', 'Garden')]);
    const sql = `SELECT account_id AS by, details FROM audit_event WHERE action = 'account.consent_ended' AND target = $1`;
    expect(await rows(server, sql, [`account:${anna}`])).toEqual([
      { by: helper.id, details: { client: 'shop' } },
    ]);
  });

  it.each(['shop', 'nobody', 'a%2Fb'])('does not find what was not allowed: %s', async (client) => {
    expect((await support.send('DELETE', `/accounts/${anna}/consents/${client}`)).status).toBe(404);
  });

  it('does not find an unknown account', async () => {
    expect((await support.send('GET', '/accounts/0/consents')).status).toBe(404);
    expect((await support.send('DELETE', '/accounts/0/consents/garden')).status).toBe(404);
  });
});
