import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/accounts/account.service.js';
import { Bootstrap } from '../../../src/bootstrap/bootstrap.service.js';
import { ClientService } from '../../../src/clients/client.service.js';
import { CleanUp } from '../../../src/operations/clean-up.js';
import {
  basic,
  bearer,
  call,
  loggedAccount,
  post,
  refresh,
  tokensFor,
  type Answer,
} from '../../support/a01.js';
import { accountId, clientRowId, count, rows } from '../../support/database-rows.js';
import { ANNA, BEN, CLIENTS } from '../../support/fixtures.js';
import { macHeader } from '../../support/mac-signer.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const PORTAL = { id: 'portal', secret: 'portal-secret-1' };
const TABLET = { id: 'tablet', secret: 'tablet-secret-1' };
const TYPE = 'urn:hearth:params:oauth:token-type:validation-token';
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

const client = ({ id, secret }: { id: string; secret: string }, ruleset: string) => ({
  clientId: id,
  clientSecret: secret,
  name: id,
  ruleset,
  clientType: 'Confidential',
  isOAuth2PasswordBasedAuthorized: true,
});

describe('a privileged client vouches for a user with a validation token (§4.2, D53)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
    await server.get(Bootstrap).apply({
      rulesets: [{ name: 'APART', rules: ['log2*', 'acc*', 'oauth2*'] }],
      clients: [
        { ...client(PORTAL, 'APART'), assertionIssuer: 'https://portal.example' },
        client(TABLET, 'APART'),
      ],
      accounts: [
        {
          name: 'Cleo',
          identifiers: [{ type: 'ExternalId', value: 'cleo-1', issuer: 'https://portal.example' }],
          password: 'autumn-meadow-3',
        },
      ],
    });
  });
  afterAll(() => server.close());

  const mint = (form: Record<string, string> = {}, by: { id: string; secret: string } = CLIENTS.app) =>
    post(server, '/api/log2/createvalidationtoken', { identifier: ANNA.email, ...form }, basic(by));
  const minted = async (
    form: Record<string, string> = {},
    by = CLIENTS.app as typeof PORTAL,
  ): Promise<string> => {
    const { status, body } = await mint(form, by);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.a01.r.r;
  };
  const exchange = (
    validationtoken: string,
    form: Record<string, string> = {},
    by: { id: string; secret: string } = CLIENTS.app,
  ): Promise<Answer> => {
    const all = { validationtoken, tokentype: 'Bearer', deviceId: 'tv', ...form };
    return post(server, '/api/log2/generateaccesstokenbyvalidationtoken', all, basic(by));
  };
  const swap = (subject_token: string, form: Record<string, string> = {}) =>
    post(
      server,
      '/token',
      { grant_type: EXCHANGE, subject_token, subject_token_type: TYPE, ...form },
      basic(CLIENTS.app),
    );
  const refusal = {
    name: 'FizCredentialInvalidException',
    type: 'Ex',
    value: '3',
    message: 'The validation token is unknown, expired, already used or meant for another client.',
  };
  const expectRefused = ({ status, body }: Answer): void => {
    expect(status).toBe(401);
    expect(body.a01.ex).toEqual(refusal);
  };
  const events = (action: string) =>
    rows<{ client_id: string; account_id: string; outcome: string }>(
      server,
      'SELECT client_id, account_id::text, outcome FROM audit_event WHERE action = $1 ORDER BY id DESC LIMIT 1',
      [action],
    );

  it('is minted in the envelope, and only its digest is kept', async () => {
    const { status, body } = await mint();
    expect(status).toBe(200);
    expect(body).toEqual({
      a01: { r: { r: expect.stringMatching(/^[\w-]{43}$/) }, cn: 'log2createvalidationtoken' },
    });
    const [{ text }] = await rows<{ text: string }>(
      server,
      'SELECT json_agg(v)::text AS text FROM validation_token v',
    );
    expect(text).not.toContain(body.a01.r.r);
    expect(server.log.join()).not.toContain(body.a01.r.r);
  });

  it('is exchanged as the interface writes it: GET /api with prefixed parameters (§4.1)', async () => {
    const { status, headers, body } = await call(server, 'log2generateaccesstokenbyvalidationtoken', {
      validationtoken: await minted(),
      tokentype: 'Bearer',
      deviceId: 'tv',
      client_id: CLIENTS.app.id,
      client_secret: CLIENTS.app.secret,
    });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type']);
    const information = (await loggedAccount(server, bearer(body.access_token))).body.a01.r.r;
    expect(information).toMatchObject({ name: 'Anna K.', lastLoginDate: server.clock.now().toISOString() });
    expect((await refresh(server, body.refresh_token)).status).toBe(200);
  });

  it('gives a MAC token too (§2.4)', async () => {
    const { body } = await exchange(await minted(), { tokentype: 'Mac' });
    expect(body).toMatchObject({ token_type: 'mac', expires_in: 259200, mac_algorithm: 'hmac-sha-1' });
    const url = `${server.url}/api/acc/getloggedaccount`;
    const signed = macHeader({ id: body.access_token, key: body.mac_key, url, ts: server.clock.seconds });
    expect((await loggedAccount(server, signed)).status).toBe(200);
  });

  it('keeps the device on the grant (D52)', async () => {
    await exchange(await minted(), { deviceId: 'the red one' });
    expect(await count(server, 'token_grant', `device_id = 'the red one'`)).toBe(1);
  });

  it('works once; of 50 at once one wins and none breaks (D71)', async () => {
    const token = await minted();
    const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefused(answer);
    expectRefused(await exchange(token));
  });

  it('works for five minutes, then goes', async () => {
    const [early, late] = [await minted(), await minted()];
    server.clock.advance({ seconds: 299 });
    expect((await exchange(early)).status).toBe(200);
    server.clock.advance({ seconds: 1 });
    expectRefused(await exchange(late));
    server.clock.advance({ seconds: 1 });
    await server.get(CleanUp).run();
    expect(await count(server, 'validation_token')).toBe(0);
  });

  it('is of use to clients of the same ruleset only, and a refused one uses nothing up', async () => {
    const token = await minted();
    expectRefused(await exchange(token, {}, TABLET));
    expect((await exchange(token, {}, CLIENTS.keeper)).status).toBe(200);
  });

  it('is of use to the audience alone, where one is named', async () => {
    const token = await minted({ audience: TABLET.id });
    expectRefused(await exchange(token));
    expect((await exchange(token, {}, TABLET)).status).toBe(200);
  });

  it.each([CLIENTS.thirdParty.id, 'nobody'])(
    'refuses the audience %s, which is no privileged client',
    async (audience) => {
      const { status, body } = await mint({ audience });
      expect(status).toBe(400);
      expect(body.a01.ex.message).toBe('audience must be the client_id of a privileged client.');
    },
  );

  it.each([
    ['nobody@family.example', CLIENTS.app],
    ['cleo-1', CLIENTS.app],
  ])('tells the minter that no account has the identifier %s', async (identifier, by) => {
    const { status, body } = await mint({ identifier }, by);
    expect(status).toBe(404);
    expect(body.a01.ex).toMatchObject({ name: 'FizApiAccIdentifierInvalidException', value: '21' });
  });

  it("knows the ExternalIds of the client's own issuer (D115)", async () => {
    const { body } = await exchange(await minted({ identifier: 'cleo-1' }, PORTAL), {}, TABLET);
    expect((await loggedAccount(server, bearer(body.access_token))).body.a01.r.r).toMatchObject({
      name: 'Cleo',
    });
  });

  it('is nothing for a client that is not privileged, at either end (§2.3)', async () => {
    for (const { status, body } of [
      await mint({}, CLIENTS.thirdParty),
      await exchange('x', {}, CLIENTS.thirdParty),
    ]) {
      expect(status).toBe(509);
      expect(body.a01.ex.name).toBe('FizApiKeyInsufficientRightsException');
    }
  });

  it("is not minted for who holds a user's token of the client: the client has to ask itself", async () => {
    const { access_token: token } = await tokensFor(server, BEN);
    const { status, body } = await post(
      server,
      '/api/log2/createvalidationtoken',
      { identifier: ANNA.email },
      bearer(token),
    );
    expect(status).toBe(509);
    expect(body.a01.ex.message).toBe(
      "This call needs the client's own credentials, not a user's access token.",
    );
    const own = await post(server, '/token', { grant_type: 'client_credentials' }, basic(CLIENTS.app));
    const minted = await post(
      server,
      '/api/log2/createvalidationtoken',
      { identifier: ANNA.email },
      bearer(own.body.access_token),
    );
    expect(minted.status).toBe(200);
  });

  it('is refused when the account was disabled meanwhile, and stays used up', async () => {
    const token = await minted({ identifier: BEN.email });
    const ben = await accountId(server, BEN.email);
    await server.get(AccountService).disable(ben);
    expectRefused(await exchange(token));
    await server.get(AccountService).enable(ben);
    expectRefused(await exchange(token));
  });

  it('is refused when the client that minted it was disabled meanwhile', async () => {
    const token = await minted({ identifier: 'cleo-1' }, PORTAL);
    const portal = await clientRowId(server, PORTAL.id);
    await server.get(ClientService).setDisabled(portal, true);
    expectRefused(await exchange(token, {}, TABLET));
    await server.get(ClientService).setDisabled(portal, false);
  });

  it('leaves its trace: minted, exchanged, refused', async () => {
    const anna = await accountId(server, ANNA.email);
    const token = await minted();
    expect(await events('validation-token.minted')).toEqual([
      { client_id: CLIENTS.app.id, account_id: anna, outcome: 'ok' },
    ]);
    await exchange(token);
    expect(await events('validation-token.exchanged')).toEqual([
      { client_id: CLIENTS.app.id, account_id: anna, outcome: 'ok' },
    ]);
    await exchange(token);
    expect(await events('validation-token.refused')).toEqual([
      { client_id: CLIENTS.app.id, account_id: null, outcome: 'refused' },
    ]);
  });

  describe('on /token (RFC 8693)', () => {
    it('is exchanged for an access token, which the answer calls so', async () => {
      const { status, body } = await swap(await minted());
      expect(status).toBe(200);
      expect(body).toMatchObject({ issued_token_type: ACCESS_TOKEN, token_type: 'Bearer' });
      expect((await loggedAccount(server, bearer(body.access_token))).status).toBe(200);
      expectInvalidGrant(await swap(body.access_token));
    });

    it('takes what the standard has besides: requested_token_type, audience, resource, scope', async () => {
      const form = {
        requested_token_type: ACCESS_TOKEN,
        audience: server.url,
        resource: server.url,
        scope: 'account',
      };
      const { body } = await swap(await minted(), form);
      expect(body).toMatchObject({ scope: 'account' });
      expect((await loggedAccount(server, bearer(body.access_token))).status).toBe(200);
    });

    it.each([
      [{ subject_token_type: '' }, 'invalid_request', 'subject_token_type is required.'],
      [{ subject_token_type: 'urn:x' }, 'invalid_request', /^subject_token_type must be /],
      [{ requested_token_type: 'urn:x' }, 'invalid_request', /^requested_token_type must be /],
      [{ actor_token: 'x' }, 'invalid_request', 'actor_token is not supported: leave it out.'],
      [{ audience: 'https://elsewhere.example' }, 'invalid_target', /only/],
      [{ resource: 'https://elsewhere.example' }, 'invalid_target', /only/],
      [{ scope: 'everything' }, 'invalid_scope', /scope/],
    ])('refuses %j with %s and uses nothing up', async (form, error, description) => {
      const token = await minted();
      const { status, body } = await swap(token, form);
      expect(status).toBe(400);
      expect(body.error).toBe(error);
      expect(body.error_description).toMatch(description);
      expect((await swap(token)).status).toBe(200);
    });

    it('answers invalid_grant for what is unknown or spent', async () => {
      const token = await minted();
      await swap(token);
      expectInvalidGrant(await swap(token));
      expectInvalidGrant(await swap('unknown'));
    });

    it('stands in the metadata (RFC 8414)', async () => {
      const answer = await fetch(`${server.url}/.well-known/oauth-authorization-server`);
      const { grant_types_supported: types } = (await answer.json()) as { grant_types_supported: string[] };
      expect(types).toEqual(
        expect.arrayContaining([EXCHANGE, 'urn:ietf:params:oauth:grant-type:jwt-bearer']),
      );
    });

    function expectInvalidGrant({ status, body }: Answer): void {
      expect(status).toBe(400);
      expect(body).toEqual({ error: 'invalid_grant', error_description: refusal.message });
    }
  });
});
