import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWithThirdParties, THIRD_PARTIES } from '../../support/authorization.js';
import { count } from '../../support/database-rows.js';
import { CALL, DpopClient, PASSWORD } from '../../support/dpop-client.js';
import { DpopKey } from '../../support/dpop-key.js';
import type { TestServer } from '../../support/start-app.js';

const { pocket } = THIRD_PARTIES;
const PROOFS = 10;
const GUESSED = { grant_type: 'refresh_token', refresh_token: 'guessed' };

describe('proofs beside token requests are limited (D291)', () => {
  let server: TestServer;
  let stranger: DpopClient;
  let known: DpopClient;
  beforeAll(async () => {
    server = await startWithThirdParties({ NETWORK_AUTHORIZATIONS: '1' });
    const key = await DpopKey.generate();
    stranger = new DpopClient(server, key, pocket);
    known = new DpopClient(server, key);
  });
  afterAll(() => server.close());

  it('strangers cannot fill a table: a network has a limit, and an invalid proof takes no row', async () => {
    const before = await count(server, 'mac_nonce');
    for (let i = 0; i <= PROOFS; i++)
      expect((await stranger.ask(GUESSED, { method: 'GET' })).body.error).toBe('invalid_dpop_proof');
    const answers = await Promise.all(Array.from({ length: PROOFS + 5 }, () => stranger.ask(GUESSED)));
    const errors = answers.map(({ body }) => body.error).sort();
    expect(errors).toEqual([
      ...Array<string>(PROOFS).fill('invalid_grant'),
      ...Array<string>(5).fill('slow_down'),
    ]);
    expect(await count(server, 'mac_nonce')).toBe(before + PROOFS);
    const { status, headers } = await stranger.ask(GUESSED);
    expect([status, headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  });

  it('authenticated clients, and calls, continue', async () => {
    const { access_token } = await known.tokens(PASSWORD);
    expect((await known.call(access_token, {}, CALL)).status).toBe(200);
  });
});
