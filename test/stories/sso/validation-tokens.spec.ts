import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { Database } from '../../../src/platform/database/database.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
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
import { setDisabled } from '../../support/record-changes.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const PORTAL = { id: 'portal', secret: 'portal-secret-1' };
const TABLET = { id: 'tablet', secret: 'tablet-secret-1' };

const client = ({ id, secret }: { id: string; secret: string }, ruleset: string) => ({
  clientId: id,
  clientSecret: secret,
  name: id,
  ruleset,
  clientType: 'confidential' as const,
  isPrivileged: true,
});

describe('privileged client vouches for a user with a validation token (§4.2, D53)', () => {
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
        { name: 'Not Cleo', identifiers: [{ type: 'Login', value: 'cleo-1' }], password: 'spring-orchard-1' },
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

  it('is minted in the envelope, and only its digest is stored [I4.2-17]', async () => {
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

  it('is exchanged as the interface writes it: GET /api with prefixed parameters (§4.1) [I2.3-10, I4.2-15, I4.2-16]', async () => {
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

  it('gives a MAC token too (§2.4) [I4.2-13, I4.2-15]', async () => {
    const { body } = await exchange(await minted(), { tokentype: 'Mac' });
    expect(body).toMatchObject({ token_type: 'mac', expires_in: 259200, mac_algorithm: 'hmac-sha-1' });
    const url = `${server.url}/api/acc/getloggedaccount`;
    const signed = macHeader({ id: body.access_token, key: body.mac_key, url, ts: server.clock.seconds });
    expect((await loggedAccount(server, signed)).status).toBe(200);
  });

  it('keeps the device on the grant (D52) [I4.2-14]', async () => {
    await exchange(await minted(), { deviceId: 'the red one' });
    expect(await count(server, 'token_grant', `device_id = 'the red one'`)).toBe(1);
  });

  it('works once; of 50 at once one wins and none fails with a 5xx (D71) [I4.2-18]', async () => {
    const token = await minted();
    const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefused(answer);
    expectRefused(await exchange(token));
  });

  it('works for five minutes, then is deleted [I4.2-18]', async () => {
    const [early, late] = [await minted(), await minted()];
    server.clock.advance({ seconds: 299 });
    expect((await exchange(early)).status).toBe(200);
    server.clock.advance({ seconds: 1 });
    expectRefused(await exchange(late));
    server.clock.advance({ seconds: 1 });
    await server.get(CleanUp).run();
    expect(await count(server, 'validation_token')).toBe(0);
  });

  it('works for clients of its ruleset only, and a refused attempt uses nothing up [I4.2-18]', async () => {
    const token = await minted();
    expectRefused(await exchange(token, {}, TABLET));
    expect((await exchange(token, {}, CLIENTS.keeper)).status).toBe(200);
  });

  it('works for a named audience only', async () => {
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
    ['cleo-2', CLIENTS.app],
  ])('tells the minter that the identifier %s is unknown', async (identifier, by) => {
    const { status, body } = await mint({ identifier }, by);
    expect(status).toBe(404);
    expect(body.a01.ex).toMatchObject({ name: 'FizApiAccIdentifierInvalidException', value: '21' });
  });

  it("finds the ExternalIds of the client's own issuer, before an equal login (D115) [I2.2-08]", async () => {
    const { body } = await exchange(await minted({ identifier: 'cleo-1' }, PORTAL), {}, TABLET);
    expect((await loggedAccount(server, bearer(body.access_token))).body.a01.r.r).toMatchObject({
      name: 'Cleo',
    });
  });

  it('of an identifier that is only a login to other clients', async () => {
    const { body } = await exchange(await minted({ identifier: 'cleo-1' }));
    const information = (await loggedAccount(server, bearer(body.access_token))).body.a01.r.r;
    expect(information).toMatchObject({ name: 'Not Cleo' });
  });

  it('ends with its account, even during an exchange', async () => {
    const accounts = server.get(AccountService);
    const ids: string[] = [];
    for (let i = 0; i < 10; i++)
      ids.push(
        await server.get(Database).transaction(async (tx) => {
          const identifier = { type: 'Login', value: `passing-${i}`, isValidated: false } as const;
          const fields = {
            name: 'P',
            passwordHash: 'x',
            role: null,
            countryCode: null,
            locale: null,
          };
          return (await accounts.create(tx, { ...fields, identifiers: [identifier] })).id;
        }),
      );
    const tokens = await Promise.all(ids.map((_, i) => minted({ identifier: `passing-${i}` })));
    const answers = await Promise.all(
      ids.flatMap((id, i) => [
        exchange(tokens[i]).then(({ status }) => status),
        server
          .get(Database)
          .transaction((tx) => accounts.remove(tx, id))
          .then(() => 'gone'),
      ]),
    );
    expect(answers.filter((answer) => ![200, 401, 'gone'].includes(answer))).toEqual([]);
    expect(await count(server, 'account', "name = 'P'")).toBe(0);
  });

  it('is useless to a client that is not privileged, at either end (§2.3) [I2.3-11, I4.2-11, I5.2-05]', async () => {
    for (const { status, body } of [
      await mint({}, CLIENTS.thirdParty),
      await exchange('x', {}, CLIENTS.thirdParty),
    ]) {
      expect(status).toBe(509);
      expect(body.a01.ex.name).toBe('FizApiKeyInsufficientRightsException');
    }
  });

  it("is not minted for the holder of a user's token of the client: the client has to ask itself", async () => {
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

  it('is refused if the account was disabled meanwhile, and stays used up', async () => {
    const token = await minted({ identifier: BEN.email });
    const ben = await accountId(server, BEN.email);
    await server.get(AccountService).disable(ben);
    expectRefused(await exchange(token));
    await server.get(AccountService).enable(ben);
    expectRefused(await exchange(token));
  });

  it('is refused if the client that minted it was disabled meanwhile', async () => {
    const token = await minted({ identifier: 'cleo-1' }, PORTAL);
    const portal = await clientRowId(server, PORTAL.id);
    await setDisabled(server, portal, true);
    expectRefused(await exchange(token, {}, TABLET));
    await setDisabled(server, portal, false);
  });

  it('leaves audit records: minted, exchanged, refused', async () => {
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
});
