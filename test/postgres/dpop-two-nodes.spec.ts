import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DpopVerifier } from '../../src/oauth/dpop/dpop-verifier.js';
import { basic } from '../support/a01.js';
import { CALL, DpopClient, PASSWORD } from '../support/dpop-client.js';
import { DpopKey } from '../support/dpop-key.js';
import { CLIENTS } from '../support/fixtures.js';
import { from, request } from '../support/http.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';

const PUBLIC_URL = 'https://hearth.example';

describe('proofs and two nodes (D265, D266)', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  let key: DpopKey;
  let here: DpopClient;
  beforeAll(async () => {
    ({ a, b, close } = await startNodes());
    key = await DpopKey.generate();
    here = new DpopClient(a, key, undefined, PUBLIC_URL);
  });
  afterAll(() => close());

  /** Sends one request to both at once. */
  const both = (path: string, headers: Record<string, string>, form?: Record<string, string>) => {
    const sent = { ...from('203.0.113.8'), 'X-Forwarded-Proto': 'https', ...headers };
    return Promise.all([a, b].map((node) => request(node, { path, headers: sent, form })));
  };

  it('a proof beside a call passes on one node', async () => {
    const { access_token: token } = await here.tokens();
    for (let round = 0; round < 20; round++) {
      const DPoP = await here.proof(CALL, { method: 'GET', token });
      const headers = { Authorization: `DPoP ${token}`, DPoP };
      const answers = await both(CALL, headers);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
      const again = await both(CALL, headers);
      for (const { body } of again)
        expect(body.a01.ex.message).toBe('The DPoP proof was refused: it was used before.');
    }
  });

  it('a proof beside a token request passes on one node', async () => {
    for (let round = 0; round < 5; round++) {
      const headers = { ...basic(CLIENTS.app), DPoP: await here.proof('/token') };
      const answers = await both('/token', headers, { ...PASSWORD });
      expect(answers.map(({ status, body }) => (status === 200 ? 'tokens' : body.error)).sort()).toEqual([
        'invalid_dpop_proof',
        'tokens',
      ]);
    }
  });

  it('a token of one node works on the other, with its key', async () => {
    const there = new DpopClient(b, key, undefined, PUBLIC_URL);
    const { access_token, refresh_token } = await here.tokens();
    expect((await there.call(access_token)).status).toBe(200);
    expect((await there.refresh(refresh_token)).status).toBe(200);
    const thief = new DpopClient(b, await DpopKey.generate(), undefined, PUBLIC_URL);
    expect((await thief.call(access_token)).status).toBe(401);
  });

  it('a nonce of one node works on the other', async () => {
    const nonce = a.get(DpopVerifier).nonce();
    expect(b.get(DpopVerifier).nonce()).toBe(nonce);
    const there = new DpopClient(b, key, undefined, PUBLIC_URL);
    const { status, headers } = await there.ask(PASSWORD, { nonce, at: 0 });
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('dpop-nonce');
  });
});
