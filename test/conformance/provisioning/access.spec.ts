import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { SHIPPED_RULESETS } from '../../../src/oauth/rulesets/shipped-rulesets.js';
import { CallRegistry } from '../../../src/platform/http/call-registry.js';
import type { Operation } from '../../../src/platform/operations/operation.js';
import { basic, bearer, post, tokensFor, type Body } from '../../support/a01.js';
import { census } from '../../support/census.js';
import { declaredCalls } from '../../support/declared.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { LegacyClient } from '../../support/legacy-client.js';
import { macHeader } from '../../support/mac-signer.js';
import { Partner, type Fields } from '../../support/partner.js';
import { ERRORS, expectError } from '../../support/provisioning-errors.js';
import { setPatterns } from '../../support/record-changes.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const CALLS = declaredCalls('prov');
const namesOf = (calls: readonly Operation[]) => calls.map(({ name }) => name.slice('prov'.length));
const OPERATIONS = namesOf(CALLS);
const READING = namesOf(CALLS.filter(({ writes }) => !writes));
const WRITING = namesOf(CALLS.filter(({ writes }) => writes));
const STRICT = { id: 'strict-operator', secret: 's'.repeat(20) + 'A1b2C3d4E5f6G7h8I9j0K1l2' };
/** Its users could do all that it may, if their tokens could. */
const EVERYTHING = { id: 'everything', secret: 'e'.repeat(20) + 'A1b2C3d4E5f6G7h8I9j0K1l2' };
const LIMITED = { id: 'limited', secret: 'l'.repeat(20) + 'A1b2C3d4E5f6G7h8I9j0K1l2' };

describe('access to provisioning (§5.1, D31, D35–D37, D68)', () => {
  let server: TestServer;
  let partner: Partner;
  beforeAll(async () => {
    server = await startApp();
    await server.get(Bootstrap).apply({
      rulesets: [
        { name: 'LIMITED', rules: ['prov*', '!provdeleteaccount', 'oauth2token'] },
        { name: 'EVERYTHING', rules: ['*'] },
      ],
      clients: [
        { ...registered(STRICT), ruleset: 'PROVISIONING', profile: 'strict', provisions: 'all' },
        { ...registered(LIMITED), ruleset: 'LIMITED' },
        { ...registered(EVERYTHING), ruleset: 'EVERYTHING', isPrivileged: true },
      ],
    });
    partner = new Partner(server);
  });
  afterAll(() => server.close());

  const send = async (operation: string, headers: Fields) =>
    partner.api.post(`/api/prov/${operation}`, await partner.fieldsOf(operation), headers);
  const ownToken = async (
    more: Fields = {},
    client: { id: string; secret: string } = CLIENTS.provisioning,
  ) => {
    const form = { grant_type: 'client_credentials', ...more };
    const { status, body } = await post(server, '/token', form, basic(client));
    expect(status).toBe(200);
    return body;
  };
  const signed = (token: Body, path: string, method = 'GET') =>
    macHeader({
      id: token.access_token,
      key: token.mac_key,
      url: `${server.url}${path}`,
      method,
      ts: server.clock.seconds,
    });

  // I1-11, I2.3-01, I2.3-04
  it('allows a client by Basic credentials', async () => {
    expect((await send('createfamily', basic(CLIENTS.provisioning))).status).toBe(200);
  });

  it('allows a client by client_id and client_secret in query, form, JSON and multipart (§4.1)', async () => {
    const { id, secret } = CLIENTS.provisioning;
    const all = { FamilyName: 'X', client_id: id, client_secret: secret };
    const form = new FormData();
    for (const [name, value] of Object.entries(all)) form.set(name, value);
    const path = '/api/prov/createfamily';
    const json = { 'Content-Type': 'application/json' };
    const answers = [
      await partner.api.get(`${path}?${new URLSearchParams(all)}`),
      await partner.api.post(path, all),
      await partner.api.send('POST', path, json, JSON.stringify(all)),
      await partner.api.send('POST', path, {}, form),
      await partner.api.post(path, { FamilyName: 'X', client_id: id, client_password: secret }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  // I5.1-06
  it.each(OPERATIONS)('allows a client by the Bearer token of client_credentials: %s', async (operation) => {
    const { access_token: token, token_type: type } = await ownToken();
    expect(type).toBe('Bearer');
    expect((await send(operation, bearer(token))).status).toBe(200);
  });

  it('allows a client by the MAC token of client_credentials, GET and POST', async () => {
    const token = await ownToken({ token_type: 'mac' });
    expect(token.token_type).toBe('mac');
    const path = `/api/prov/createfamily?FamilyName=Mac`;
    expect((await partner.api.get(path, signed(token, path))).status).toBe(200);
    const bare = '/api/prov/createfamily';
    expect((await send('createfamily', signed(token, bare, 'POST'))).status).toBe(200);
  });

  it('refuses an expired or revoked token of client_credentials with 401', async () => {
    const { access_token: revoked } = await ownToken();
    await post(server, '/revoke', { token: revoked }, basic(CLIENTS.provisioning));
    expect((await send('createfamily', bearer(revoked))).status).toBe(401);
    const { access_token: old } = await ownToken();
    server.clock.advance({ seconds: 3601 });
    const answer = await send('createfamily', bearer(old));
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('The access token expired');
  });

  describe.each(OPERATIONS)('%s is refused with 509 and does nothing', (operation) => {
    const refused = async (headers: Fields, more: Fields = {}) => {
      const fields = { ...(await partner.fieldsOf(operation)), ...more };
      const before = await census(server);
      const answer = await partner.api.post(`/api/prov/${operation}`, fields, headers);
      expectError(answer, ERRORS.insufficientRights, `prov${operation}`);
      expect(await census(server)).toEqual(before);
    };

    // I5.1-04, I5.3-22, I7.1-02
    it('without credentials, by both bindings and methods (§5.1.4, D37)', async () => {
      await refused({});
      const query = new URLSearchParams({
        a01call: `prov${operation}`,
        ...(await partner.fieldsOf(operation)),
      });
      const byName = await partner.api.get(`/api?${query}`);
      expectError(byName, ERRORS.insufficientRights, `prov${operation}`);
    });

    it('without credentials even when the parameters are malformed (D36)', async () => {
      await refused({}, { accountId: 'x', familyId: 'x' });
    });

    // I2.3-04, I5.1-06
    it('for a WEB client: credentials, a user of it, its own token', async () => {
      await refused(basic(CLIENTS.app));
      await refused(bearer((await tokensFor(server, ANNA)).access_token));
      await refused(bearer((await ownToken({}, CLIENTS.app)).access_token));
    });

    it('for wrong client credentials', async () => {
      await refused(basic({ id: CLIENTS.provisioning.id, secret: 'wrong' }));
      await refused(basic({ id: 'nobody', secret: 'wrong' }));
      await refused({}, { client_id: CLIENTS.provisioning.id });
    });

    it('for a user who is signed in by log2in', async () => {
      const user = new LegacyClient(server);
      await user.signIn(ANNA);
      await refused({ Cookie: user.cookie as string });
    });

    // I5.1-07
    it("for a user's token of a client that may provision (D31)", async () => {
      const bearerToken = await tokensFor(server, ANNA, 'Bearer', EVERYTHING);
      await refused(bearer(bearerToken.access_token));
      await refused(
        { ...bearer(bearerToken.access_token) },
        { client_id: EVERYTHING.id, client_secret: EVERYTHING.secret },
      );
      const mac = await tokensFor(server, ANNA, 'Mac', EVERYTHING);
      await refused(signed(mac, `/api/prov/${operation}`, 'POST'));
    });

    // I5.1-07
    it('for a session, though the ruleset of all sessions allowed it', async () => {
      await setPatterns(server, 'LEGACY', ['log2*', 'acc*', 'prov*']);
      await setPatterns(server, 'NOAUTHENT', ['log2in', 'prov*']);
      try {
        const user = new LegacyClient(server);
        await user.signIn(ANNA);
        await refused({ Cookie: user.cookie as string });
        await refused({});
      } finally {
        const shipped = (name: string) => SHIPPED_RULESETS.find((each) => each.name === name)?.rules ?? [];
        for (const name of ['LEGACY', 'NOAUTHENT']) await setPatterns(server, name, [...shipped(name)]);
      }
    });
  });

  it('every provisioning call is declared as the client’s own (D31), and the server has no other', () => {
    const served = server.get(CallRegistry).operations.filter(({ path }) => path?.startsWith('/api/prov/'));
    expect(namesOf(served).sort()).toEqual([...OPERATIONS].sort());
    expect(CALLS.filter(({ account }) => account !== 'refused')).toEqual([]);
  });

  // I5.3-02
  it('allows a client by its credentials, beside the session cookie that it returns (§5.3)', async () => {
    const user = new LegacyClient(server);
    await user.signIn(ANNA);
    const headers = { ...basic(CLIENTS.provisioning), Cookie: user.cookie as string };
    expect((await send('createfamily', headers)).status).toBe(200);
  });

  it('a ruleset can exclude one operation: "!provdeleteaccount" (D35)', async () => {
    for (const operation of ['createfamily', 'createaccount'])
      expect((await send(operation, basic(LIMITED))).status).toBe(200);
    const answer = await send('deleteaccount', basic(LIMITED));
    expectError(answer, ERRORS.insufficientRights, 'provdeleteaccount');
    const byToken = await send('deleteaccount', bearer((await ownToken({}, LIMITED)).access_token));
    expectError(byToken, ERRORS.insufficientRights, 'provdeleteaccount');
  });

  // I4.1-25
  it.each(WRITING)('a strict client can not %s by GET, and can by POST (D68)', async (operation) => {
    const path = `/api/prov/${operation}?${new URLSearchParams(await partner.fieldsOf(operation))}`;
    const before = await census(server);
    const answer = await partner.api.get(path, basic(STRICT));
    expectError(answer, ERRORS.strictProfile, `prov${operation}`);
    expect(await census(server)).toEqual(before);
    const byPost = await send(operation, basic(STRICT));
    expect(byPost.status).toBe(200);
  });

  it.each(READING)('a strict client can %s by GET (D68)', async (operation) => {
    const path = `/api/prov/${operation}?${new URLSearchParams(await partner.fieldsOf(operation))}`;
    expect((await partner.api.get(path, basic(STRICT))).status).toBe(200);
  });

  it('provisioning signs nobody in: no session, no cookie (D42)', async () => {
    const { headers } = await send('createfamily', basic(CLIENTS.provisioning));
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('a PROVISIONING client has no account-based call (D35)', async () => {
    const answer = await partner.api.get('/api/acc/getloggedaccount', basic(CLIENTS.provisioning));
    expectError(answer, ERRORS.insufficientRights, 'accgetloggedaccount');
  });
});

function registered({ id, secret }: { id: string; secret: string }) {
  return {
    clientId: id,
    clientSecret: secret,
    name: id,
    clientType: 'confidential' as const,
    isPrivileged: false,
  };
}
