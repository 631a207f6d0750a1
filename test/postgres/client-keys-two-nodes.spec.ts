import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { count } from '../support/database-rows.js';
import { request } from '../support/http.js';
import { asForm, KeyClient } from '../support/key-client.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';

const ISSUER = 'https://hearth.example';

describe('assertion of a client on two nodes (D411)', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  let bank: KeyClient;
  beforeAll(async () => {
    ({ a, b, close } = await startNodes());
    bank = await KeyClient.make('bank');
    await a.get(Bootstrap).apply({
      clients: [
        {
          ...{ clientId: bank.id, name: 'Bank', ruleset: 'WEB', clientType: 'confidential' as const },
          ...{ profile: 'strict' as const, isPrivileged: false, requiresPrivateKeyJwt: true },
          jwks: { keys: [bank.publicJwk] },
        },
      ],
    });
  });
  afterAll(() => close());

  const present = (node: TestServer, jwt: string) =>
    request(node, {
      path: '/token',
      form: { grant_type: 'client_credentials', ...asForm(jwt) },
      headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'hearth.example' },
    });

  it('works once, whichever node it reaches, and however many reach both at once', async () => {
    const jwt = await bank.assertion(a, { aud: ISSUER });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => present(i % 2 === 0 ? a : b, jwt)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.error_description}`))).toEqual(
      new Set(['401 The jti of the assertion was used before.']),
    );
    expect(await count(a, 'assertion_use')).toBe(1);
  });

  it('works on one node after another client authenticated on the other', async () => {
    for (const node of [a, b])
      expect((await present(node, await bank.assertion(a, { aud: ISSUER }))).status).toBe(200);
  });
});
