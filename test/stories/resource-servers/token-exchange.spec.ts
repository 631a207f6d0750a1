import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { basic, post, refresh, type Answer } from '../../support/a01.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { introspected, RESOURCES, SERVERS, startWithResources, statusesAt } from '../../support/resources.js';
import type { TestServer } from '../../support/start-app.js';

const { reports, photos, ledger, closed } = RESOURCES;
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const VALIDATION_TOKEN = 'urn:hearth:params:oauth:token-type:validation-token';

type Named = readonly (readonly ['resource' | 'audience' | 'scope' | 'token_type', string])[];

describe('a token exchange for resource servers of others (RFC 8693, D431)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithResources();
  });
  afterAll(() => server.close());

  const minted = async (): Promise<string> => {
    const form = { identifier: ANNA.email };
    return (await post(server, '/api/log2/createvalidationtoken', form, basic(CLIENTS.app))).body.a01.r.r;
  };
  const swap = async (
    token: string,
    named: Named,
    by: { id: string; secret: string } = CLIENTS.app,
  ): Promise<Pick<Answer, 'status' | 'body'>> => {
    const given = { grant_type: EXCHANGE, subject_token: token, subject_token_type: VALIDATION_TOKEN };
    const body = new URLSearchParams([...Object.entries(given), ...named] as [string, string][]);
    const answer = await fetch(`${server.url}/token`, { method: 'POST', body, headers: basic(by) });
    return { status: answer.status, body: (await answer.json()) as Answer['body'] };
  };

  it.each<['resource' | 'audience']>([['resource'], ['audience']])(
    'by %s gives a token for that resource only, and so do its refreshes',
    async (name) => {
      const first = (await swap(await minted(), [[name, reports]])).body;
      expect(first).toMatchObject({ scope: 'reports:read', token_type: 'Bearer' });
      const second = (await refresh(server, first.refresh_token)).body;
      for (const { access_token } of [first, second]) {
        expect(await introspected(server, access_token, SERVERS.reports)).toMatchObject({
          ...{ active: true, aud: reports, scope: 'reports:read', client_id: CLIENTS.app.id },
        });
        expect(await introspected(server, access_token, SERVERS.photos)).toEqual({ active: false });
        expect(await statusesAt(server, access_token)).toEqual([401, 401]);
      }
    },
  );

  it('takes both beside each other, this server among them', async () => {
    const named: Named = [
      ['resource', reports],
      ['resource', server.url],
      ['audience', photos],
      ['scope', 'photos reports:write account'],
    ];
    const { status, body } = await swap(await minted(), named);
    expect([status, body]).toMatchObject([200, { scope: 'account photos reports:write' }]);
    const seen = await introspected(server, body.access_token, CLIENTS.app);
    expect(seen).toMatchObject({ aud: [server.url, reports, photos] });
    expect((await statusesAt(server, body.access_token))[0]).toBe(200);
  });

  it('gives a JWT where the resource has JWTs, without a sign-in that nobody saw', async () => {
    const { body } = await swap(await minted(), [['audience', ledger]], CLIENTS.strict);
    const claims = decodeJwt(body.access_token);
    expect(claims).toMatchObject({ aud: ledger, client_id: CLIENTS.strict.id, scope: 'ledger:read' });
    expect(claims).not.toHaveProperty('auth_time');
    expect(claims.sub).not.toBe(CLIENTS.strict.id);
  });

  it.each<[string, Named, string]>([
    ['an audience that is unknown', [['audience', 'https://elsewhere.example']], 'invalid_target'],
    ['an audience that is no URI', [['audience', 'reports']], 'invalid_target'],
    ['a resource that lists no client', [['resource', closed]], 'invalid_target'],
    ['JWTs for a client of profile interface', [['audience', ledger]], 'invalid_target'],
    [
      'an unknown one beside a known one',
      [
        ['resource', reports],
        ['audience', 'urn:x'],
      ],
      'invalid_target',
    ],
    [
      'eleven',
      [
        ...Array.from({ length: 10 }, (_, at) => ['resource', `${reports}/${at}`] as const),
        ['audience', reports],
      ],
      'invalid_target',
    ],
    [
      'two audiences',
      [
        ['audience', reports],
        ['audience', photos],
      ],
      'invalid_request',
    ],
    [
      'a MAC token',
      [
        ['audience', reports],
        ['token_type', 'mac'],
      ],
      'invalid_target',
    ],
    [
      'a scope of another resource',
      [
        ['audience', photos],
        ['scope', 'reports:read'],
      ],
      'invalid_scope',
    ],
    ['no scope where there is no default', [['audience', photos]], 'invalid_scope'],
  ])('refuses %s, and the validation token still works', async (_what, named, error) => {
    const token = await minted();
    const { status, body } = await swap(token, named);
    expect([status, body.error]).toEqual([400, error]);
    expect((await swap(token, [])).status).toBe(200);
  });

  it('audience says nothing to other grant types', async () => {
    const form = { grant_type: 'client_credentials', audience: reports };
    const { status, body } = await post(server, '/token', form, basic(CLIENTS.app));
    expect(status).toBe(200);
    expect(await introspected(server, body.access_token, CLIENTS.app)).toMatchObject({ aud: server.url });
  });
});
