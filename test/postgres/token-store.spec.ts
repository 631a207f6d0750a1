import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../src/identity/accounts/account.service.js';
import { readAccessToken } from '../../src/oauth/tokens/format/access-token.js';
import { TokenRevoker } from '../../src/oauth/tokens/token-revoker.js';
import { Database } from '../../src/platform/database/database.js';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import {
  basic,
  bearer,
  loggedAccount,
  post,
  refresh,
  tokensFor,
  tokenStatus,
  type Body,
} from '../support/a01.js';
import { accountId, count, rows } from '../support/database-rows.js';
import { eventually } from '../support/eventually.js';
import { ANNA, BEN, CLIENTS } from '../support/fixtures.js';
import { macHeader } from '../support/mac-signer.js';
import { request } from '../support/http.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes, type Nodes } from '../support/start-nodes.js';
import { keysOf } from '../support/token-forge.js';

const key = () => randomBytes(32).toString('base64');
const [OLD, NEW] = [key(), key()];

describe('token store on PostgreSQL (D204, D205, D206)', () => {
  let nodes: Nodes;
  let a: TestServer;
  let b: TestServer;
  beforeAll(async () => {
    nodes = await startNodes();
    ({ a, b } = nodes);
  });
  afterAll(() => nodes.close());

  const withKeys = (list: string) => nodes.start({ MASTER_KEY: list });
  const own = async (node: TestServer) =>
    (await post(node, '/token', { grant_type: 'client_credentials' }, basic(CLIENTS.app))).body.access_token;
  const pinged = async (node: TestServer, token: string) =>
    (await post(node, '/api/acc/ping', {}, bearer(token))).status;

  it('an expired token is reported as expired, even if another worker has refreshed it (§3.2, D76)', async () => {
    const { access_token: old, refresh_token } = await tokensFor(a, ANNA);
    a.clock.advance({ seconds: 3600 });
    const { access_token: next } = (await refresh(b, refresh_token)).body;
    for (const node of [a, b]) {
      expect((await loggedAccount(node, bearer(old))).headers.get('www-authenticate')).toContain(
        'token expired',
      );
      expect(await tokenStatus(node, next)).toBe(200);
    }
  });

  describe('nodes that list two keys in different orders, as during a key change', () => {
    let one: TestServer;
    let two: TestServer;
    beforeAll(async () => {
      one = await withKeys(`${OLD},${NEW}`);
      two = await withKeys(`${NEW},${OLD}`);
    });

    it('repeat each other’s answers', async () => {
      const { refresh_token: token } = await tokensFor(one, ANNA);
      const { body: first } = await refresh(two, token);
      expect((await refresh(one, token)).body.refresh_token).toBe(first.refresh_token);
      const { body: second } = await refresh(one, first.refresh_token);
      expect((await refresh(two, first.refresh_token)).body.refresh_token).toBe(second.refresh_token);
      expect((await refresh(two, token)).body.refresh_token).toBe(second.refresh_token);
      for (const node of [one, two]) expect(await tokenStatus(node, second.access_token)).toBe(200);
    });

    it("continue a client's own grant as either made it: neither writes what the other wrote", async () => {
      const sealed = () =>
        rows(
          a,
          `SELECT id, encode(sealed_secret, 'hex') AS sealed FROM token_grant WHERE account_id IS NULL`,
        );
      const made = [await own(one)];
      const kept = await sealed();
      for (const node of [two, one, two, one, two]) made.push(await own(node));
      for (const token of made)
        expect([await pinged(one, token), await pinged(two, token)]).toEqual([200, 200]);
      expect(kept).toHaveLength(1);
      expect(await sealed()).toEqual(kept);
    });
  });

  describe('key that was removed from the list', () => {
    let before: TestServer;
    let after: TestServer;
    beforeAll(async () => {
      before = await withKeys(OLD);
      after = await withKeys(NEW);
    });

    it('the current refresh token is accepted and moves to the new key; its access token is unknown', async () => {
      const tokens = await tokensFor(before, ANNA);
      expect(await tokenStatus(after, tokens.access_token)).toBe(401);
      const { status, body } = await refresh(after, tokens.refresh_token);
      expect(status).toBe(200);
      expect(await tokenStatus(after, body.access_token)).toBe(200);
      expect((await refresh(after, body.refresh_token)).status).toBe(200);
    });

    it('a replaced refresh token is refused, and ends nothing', async () => {
      const tokens = await tokensFor(before, ANNA);
      const { body: next } = await refresh(before, tokens.refresh_token);
      expect((await refresh(after, tokens.refresh_token)).body.error).toBe('invalid_grant');
      before.clock.advance({ seconds: 120 });
      expect((await refresh(after, tokens.refresh_token)).body.error).toBe('invalid_grant');
      await post(after, '/revoke', { token: tokens.refresh_token }, basic(CLIENTS.app));
      expect((await refresh(after, next.refresh_token)).status).toBe(200);
    });

    it('a refresh token that its client keeps is accepted permanently', async () => {
      const tokens = await tokensFor(before, ANNA, 'Bearer', CLIENTS.keeper);
      for (let times = 0; times < 3; times++) {
        const { status, body } = await refresh(after, tokens.refresh_token, CLIENTS.keeper);
        expect([status, body.refresh_token]).toEqual([200, tokens.refresh_token]);
        expect(await tokenStatus(after, body.access_token)).toBe(200);
        after.clock.advance({ minutes: 5 });
      }
    });

    it('a MAC token is unknown, a refresh gives another', async () => {
      const tokens = await tokensFor(before, ANNA, 'Mac');
      const statusOf = async ({ access_token: id, mac_key: macKey }: Body) => {
        const url = `${after.url}/api/acc/getloggedaccount`;
        const headers = macHeader({ id, key: macKey, url, ts: after.clock.seconds });
        return (await request(after, { path: '/api/acc/getloggedaccount', headers })).status;
      };
      expect(await statusOf(tokens)).toBe(401);
      expect(await statusOf((await refresh(after, tokens.refresh_token)).body)).toBe(200);
    });

    it("a client's own grant gets a new secret, and all nodes that list the key use it", async () => {
      const old = await own(before);
      expect(await pinged(after, old)).toBe(401);
      const fresh = await own(after);
      expect(await pinged(after, fresh)).toBe(200);
      expect(await count(a, 'token_grant', 'account_id IS NULL AND revoked_at IS NULL')).toBe(1);
    });
  });

  it('two nodes that make an own grant at once make one; ended on one node, the other makes tokens of a new grant', async () => {
    await rows(a, 'DELETE FROM token_grant WHERE account_id IS NULL');
    const [c, d] = [await nodes.start(), await nodes.start()];
    const tokens = await Promise.all([own(c), own(d), own(c), own(d)]);
    expect(await count(a, 'token_grant', 'account_id IS NULL')).toBe(1);
    for (const token of tokens) expect([await pinged(c, token), await pinged(d, token)]).toEqual([200, 200]);
    const [{ id }] = await rows<{ id: string }>(
      a,
      'SELECT id::text FROM token_grant WHERE account_id IS NULL',
    );
    await c.get(TokenRevoker).end(id, { accountId: null, clientId: CLIENTS.app.id, address: '127.0.0.1' });
    expect(await pinged(c, tokens[0])).toBe(401);
    const fresh = await eventually(async () => {
      const token = await own(d);
      return readAccessToken(keysOf(d), token)?.grantId === id ? null : token; // it has no notice yet
    });
    expect([await pinged(c, fresh), await pinged(d, fresh)]).toEqual([200, 200]);
    expect([await pinged(c, tokens[1]), await pinged(d, tokens[1])]).toEqual([401, 401]);
    expect(await count(a, 'token_grant', 'account_id IS NULL AND revoked_at IS NULL')).toBe(1);
  });

  /** An account that nobody else uses. */
  const newAccount = async (email: string) => {
    const identifiers = [{ type: 'Email' as const, value: email }];
    await a.get(Bootstrap).apply({ accounts: [{ name: 'Clara', identifiers, password: BEN.password }] });
    return { email, password: BEN.password, id: await accountId(a, email) };
  };

  it('refreshes concurrent with the end of all grants, a deletion and disabling: no deadlock, no survivor', async () => {
    const id = await accountId(a, BEN.email);
    for (let round = 0; round < 3; round++) {
      const gone = await newAccount(`clara-${round}@family.example`);
      const made = await Promise.all(Array.from({ length: 12 }, () => tokensFor(a, BEN)));
      const hers = await Promise.all(Array.from({ length: 12 }, () => tokensFor(a, gone)));
      const revoker = a.get(TokenRevoker);
      const end = () => a.get(Database).transaction((tx) => revoker.endAllGrants(tx, id));
      const remove = () => b.get(Database).transaction((tx) => b.get(AccountService).remove(tx, gone.id));
      const answers = Promise.all(
        made
          .flatMap((one, i) => [one, hers[i]])
          .flatMap(({ refresh_token: token }, i) => [
            refresh(i % 4 < 2 ? a : b, token),
            refresh(i % 4 < 2 ? b : a, token),
          ]),
      );
      await Promise.all([answers, end(), remove(), end(), b.get(AccountService).disable(id)]);
      for (const { status, body } of await answers) {
        expect([200, 400]).toContain(status);
        if (status === 200) expect((await refresh(a, body.refresh_token)).body.error).toBe('invalid_grant');
      }
      await a.get(AccountService).enable(id);
      for (const { refresh_token } of [...made, ...hers])
        expect((await refresh(b, refresh_token)).body.error).toBe('invalid_grant');
      expect(await count(a, 'token_grant', `account_id = ${gone.id}`)).toBe(0);
    }
    expect(await count(a, 'token_grant', `account_id = ${id} AND revoked_at IS NULL`)).toBe(0);
  });
});
