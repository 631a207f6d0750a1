import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, bearer, loggedAccount, post, tokensFor } from '../support/a01.js';
import { rows } from '../support/database-rows.js';
import { CALL, DpopClient, PASSWORD } from '../support/dpop-client.js';
import { DpopKey } from '../support/dpop-key.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { macHeader } from '../support/mac-signer.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { statementsOf } from '../support/statements-of.js';
import { withoutAgeing } from '../support/without-ageing.js';

describe('a call whose token and account are in memory (ADR 10)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  /** The names of the statements of the first call, and of one after it. */
  async function statements(call: () => Promise<{ status: number }>): Promise<(string | undefined)[][]> {
    return withoutAgeing(async () => {
      const of = async () => {
        const sent = await statementsOf(server, async () => expect((await call()).status).toBe(200));
        return sent.map(({ name }) => name);
      };
      return [await of(), await of()];
    });
  }

  it('makes no statement with a Bearer token', async () => {
    const { access_token } = await tokensFor(server, ANNA);
    const [first, second] = await statements(() => loggedAccount(server, bearer(access_token)));
    expect(first).toContain('token-lookup-with-account');
    expect(second).toEqual([]);
  });

  it('makes one with a MAC token: for its nonce', async () => {
    const { access_token: id, mac_key: key } = await tokensFor(server, ANNA, 'Mac');
    const signed = () => macHeader({ id, key, url: `${server.url}${CALL}`, ts: server.clock.seconds });
    const [first, second] = await statements(() => request(server, { path: CALL, headers: signed() }));
    expect(first).toContain('token-lookup-with-account');
    expect(second).toEqual([expect.stringMatching(/nonce/)]);
  });

  it('makes one with a DPoP token: for the number of its proof', async () => {
    const client = new DpopClient(server, await DpopKey.generate());
    const { access_token } = await client.tokens({ ...PASSWORD, scope: 'openid account' });
    const [first, second] = await statements(() => client.call(access_token));
    expect(first).toContain('token-lookup-with-account');
    expect(second).toEqual([expect.stringMatching(/dpop|proof|nonce/)]);
  });

  it('makes none for an introspection', async () => {
    const { access_token } = await tokensFor(server, ANNA);
    const ask = () => post(server, '/introspect', { token: access_token }, basic(CLIENTS.app));
    const [, second] = await statements(ask);
    expect(second).toEqual([]);
  });

  it('says what was changed in between', async () => {
    const { access_token } = await tokensFor(server, ANNA);
    const text = async () => (await request(server, { path: CALL, headers: bearer(access_token) })).text;
    expect([await text(), await text()]).toEqual(Array(2).fill(expect.stringContaining('"Anna K."')));
    const rename = `UPDATE account SET name = 'Anna B.' WHERE name = 'Anna K.'`;
    await withoutAgeing(async () => {
      await rows(server, rename);
      expect(await text()).toContain('"Anna B."');
    });
  });
});
