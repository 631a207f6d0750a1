import { afterAll, beforeAll, expect, describe, it } from '@jest/globals';
import { basic } from '../../support/a01.js';
import { pkceOf, startWithThirdParties, THIRD_PARTIES } from '../../support/authorization.js';
import { count } from '../../support/database-rows.js';
import { request } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, pocket } = THIRD_PARTIES;
const PATH = '/par';
const AUTHORIZATIONS = 3;

describe('pushed requests are limited (D267)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties({ NETWORK_AUTHORIZATIONS: String(AUTHORIZATIONS) });
  });
  afterAll(() => server.close());

  const of = ({ redirectUri }: { redirectUri: string }) => ({
    ...{ response_type: 'code', redirect_uri: redirectUri, state: 'st', scope: 'account' },
  });
  const authorize = (query: Readonly<Record<string, string>>) =>
    request(server, {
      path: `/authorize?${new URLSearchParams({ client_id: shop.id, ...query }).toString()}`,
    });
  const known = () => request(server, { path: PATH, form: of(shop), headers: basic(shop) });

  it('strangers cannot fill a table: each network has a limit, and an authenticated client has its own', async () => {
    const form = { ...of(pocket), ...pkceOf(), client_id: pocket.id };
    const one = () => request(server, { path: PATH, form });
    const statuses = (await Promise.all(Array.from({ length: 6 }, one))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 201, 429, 429, 429]);
    expect((await one()).headers['retry-after']).toMatch(/^\d+$/);
    expect((await known()).status).toBe(201);
  });

  it('a user who comes while the network is at its limit uses nothing up', async () => {
    const { body } = await known();
    for (let i = 0; i < AUTHORIZATIONS; i++) expect((await authorize(of(shop))).status).toBe(302);
    const kept = await count(server, 'pushed_request');
    const { request_uri } = body as unknown as { request_uri: string };
    for (let i = 0; i < 2; i++) expect((await authorize({ request_uri })).status).toBe(429);
    expect(await count(server, 'pushed_request')).toBe(kept);
  });
});
