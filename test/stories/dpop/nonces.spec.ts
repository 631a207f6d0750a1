import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { ANNA } from '../../support/fixtures.js';
import { CALL, DpopClient, PASSWORD } from '../../support/dpop-client.js';
import { DpopKey } from '../../support/dpop-key.js';
import { count } from '../../support/database-rows.js';
import type { RawAnswer } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const CLIENT = { id: 'nonced', secret: 'nonced-secret-1' };

describe('client whose record requires a nonce in each proof (RFC 9449 §8, §9, D266)', () => {
  let server: TestServer;
  let client: DpopClient;
  let free: DpopClient;
  beforeAll(async () => {
    server = await startApp();
    await server.get(Bootstrap).apply({
      clients: [
        {
          ...{ clientId: CLIENT.id, clientSecret: CLIENT.secret, clientType: 'confidential', name: 'Nonced' },
          ...{ ruleset: 'WEB', isPrivileged: true, requiresDpopNonce: true },
        },
      ],
    });
    client = new DpopClient(server, await DpopKey.generate(), CLIENT);
    free = new DpopClient(server, await DpopKey.generate());
  });
  afterAll(() => server.close());

  const given = ({ headers }: RawAnswer): string => {
    const nonce = headers['dpop-nonce'];
    if (typeof nonce !== 'string') throw new Error(`no nonce: ${JSON.stringify(headers)}`);
    return nonce;
  };
  const nonce = async (): Promise<string> => given(await client.ask(PASSWORD));
  const tokenOf = async (): Promise<string> =>
    (await client.tokens(PASSWORD, { nonce: await nonce() })).access_token;

  it('gets the error at /token, with the nonce, and gets tokens with it', async () => {
    const answer = await client.ask(PASSWORD);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('use_dpop_nonce');
    expect(answer.headers).not.toHaveProperty('www-authenticate');
    const { status, headers, body } = await client.ask(PASSWORD, { nonce: given(answer) });
    expect([status, body.token_type]).toEqual([200, 'DPoP']);
    expect(headers).not.toHaveProperty('dpop-nonce');
  });

  it('gets the error at calls and at /userinfo, by 401 and the scheme', async () => {
    const token = await tokenOf();
    for (const path of [CALL, '/userinfo']) {
      const answer = await client.call(token, {}, path);
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(
        /^DPoP error="use_dpop_nonce", error_description="[^"]+", algs="ES256 /,
      );
      const again = await client.call(token, { nonce: given(answer) }, path);
      expect(again.status).not.toBe(401);
    }
  });

  it('uses nothing up without the nonce: neither the jti nor the password counts', async () => {
    const before = await count(server, 'mac_nonce');
    const claims = { jti: 'one' };
    expect((await client.ask({ ...PASSWORD, password: 'wrong' }, { claims })).body.error).toBe(
      'use_dpop_nonce',
    );
    expect(await count(server, 'mac_nonce')).toBe(before);
    expect((await client.ask(PASSWORD, { claims, nonce: await nonce() })).status).toBe(200);
  });

  it('gets the next nonce beside an answer, once it exists, and may use the old one meanwhile', async () => {
    const old = await nonce();
    const token = await tokenOf();
    server.clock.advance({ minutes: 1 });
    const answer = await client.call(token, { nonce: old });
    expect(answer.status).toBe(200);
    const next = given(answer);
    expect(next).not.toBe(old);
    const { status, headers } = await client.call(token, { nonce: next });
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('dpop-nonce');
    expect(given(await client.ask(PASSWORD, { nonce: old }))).toBe(next);
    server.clock.advance({ minutes: 5 });
    const late = await client.call(token, { nonce: old });
    expect([late.status, late.body.a01.ex.name]).toEqual([401, 'FizAccessTokenProofNonceException']);
    expect((await client.call(token, { nonce: given(late) })).status).toBe(200);
  });

  it('may have a wrong clock: the nonce has the time (RFC 9449 §4.3)', async () => {
    const good = await nonce();
    for (const at of [0, server.clock.seconds - 86_400, server.clock.seconds + 86_400])
      expect((await client.ask(PASSWORD, { nonce: good, at })).status).toBe(200);
  });

  it('shares that with other clients, which get the nonce when their clock is wrong (D290)', async () => {
    for (const at of [server.clock.seconds - 301, server.clock.seconds + 86_400]) {
      const before = await count(server, 'mac_nonce');
      const answer = await free.ask(PASSWORD, { at });
      const now = server.clock.seconds;
      expect([answer.status, answer.body.error, answer.body.error_description]).toEqual([
        ...[400, 'use_dpop_nonce'],
        `The DPoP proof was refused: its iat must be within 300 seconds of ${now}. Or repeat it with the nonce in the DPoP-Nonce header.`,
      ]);
      expect(await count(server, 'mac_nonce')).toBe(before);
      expect((await free.ask(PASSWORD, { at, nonce: given(answer) })).status).toBe(200);
    }
  });

  it('cannot use a proof twice, for as long as its nonce is valid', async () => {
    const proof = await client.proof('/token', { nonce: await nonce() });
    expect((await client.ask(PASSWORD, proof)).status).toBe(200);
    expect((await client.ask(PASSWORD, proof)).body.error).toBe('invalid_dpop_proof');
    server.clock.advance({ seconds: 359 - (server.clock.seconds % 60) });
    expect((await client.ask(PASSWORD, proof)).body.error).toBe('invalid_dpop_proof');
    server.clock.advance({ seconds: 1 });
    expect((await client.ask(PASSWORD, proof)).body.error).toBe('use_dpop_nonce');
  });

  it.each(['', 'x', 'A'.repeat(27), 'eyJuZXZlckZpcm1lZFdh'])(
    'gets a new nonce instead of %j',
    async (other) => {
      const answer = await client.ask(PASSWORD, { nonce: other });
      expect(answer.body.error).toBe('use_dpop_nonce');
      expect((await client.ask(PASSWORD, { nonce: given(answer) })).status).toBe(200);
    },
  );

  it('shares nonces with every client: those that need none may use them too', async () => {
    const { status, headers } = await free.ask(PASSWORD, { nonce: await nonce() });
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('dpop-nonce');
    const old = await nonce();
    server.clock.advance({ minutes: 6 });
    expect((await free.ask(PASSWORD, { nonce: old })).body.error).toBe('use_dpop_nonce');
    expect(given(await free.ask(PASSWORD, { nonce: old }))).toBe(await nonce());
    expect((await free.ask(PASSWORD)).status).toBe(200);
  });

  it('sends none with unbound tokens', async () => {
    const { status, body, headers } = await client.ask({ ...PASSWORD, username: ANNA.email }, null);
    expect([status, body.token_type]).toEqual([200, 'Bearer']);
    expect(headers).not.toHaveProperty('dpop-nonce');
  });
});
