import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { basic, post, type Body } from '../../support/a01.js';
import {
  CookieBrowser,
  registerThirdParties,
  THIRD_PARTIES,
  VERIFIER,
  pkceOf,
} from '../../support/authorization.js';
import { addTelevisions, decide, Device, DEVICE_CODE, TELEVISIONS } from '../../support/devices.js';
import { DpopClient, PASSWORD } from '../../support/dpop-client.js';
import { DpopKey } from '../../support/dpop-key.js';
import { rows } from '../../support/database-rows.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const { pocket } = THIRD_PARTIES;
const KEYED = { id: 'keyed', secret: 'keyed-secret-1' };

describe('tokens are bound to the key of the proof that comes with the request (RFC 9449 §5, D264)', () => {
  let server: TestServer;
  let key: DpopKey;
  let app: DpopClient;
  beforeAll(async () => {
    server = await startApp();
    await registerThirdParties(server);
    await addTelevisions(server);
    await server.get(Bootstrap).apply({
      clients: [
        {
          ...{ clientId: KEYED.id, clientSecret: KEYED.secret, clientType: 'confidential', name: 'Keyed' },
          ...{ ruleset: 'WEB', isPrivileged: true, dpopBoundAccessTokens: true },
        },
      ],
    });
    key = await DpopKey.generate();
    app = new DpopClient(server, key);
  });
  afterAll(() => server.close());

  /** A code of a public client. */
  async function codeOf(parameters: Record<string, string> = {}): Promise<Record<string, string>> {
    const browser = new CookieBrowser(server);
    const { code } = await browser.connect(ANNA, pocket, { ...pkceOf(), ...parameters });
    return {
      grant_type: 'authorization_code',
      code,
      redirect_uri: pocket.redirectUri,
      code_verifier: VERIFIER,
    };
  }

  async function expectBound(client: DpopClient, tokens: Body): Promise<void> {
    expect(tokens.token_type).toBe('DPoP');
    expect(tokens).not.toHaveProperty('mac_key');
    expect((await client.call(tokens.access_token)).status).toBe(200);
  }

  describe('by every grant type', () => {
    it('by password', async () => {
      await expectBound(app, await app.tokens());
      await expectBound(app, await app.tokens({ ...PASSWORD, token_type: 'Bearer' }));
    });

    it('by client_credentials', async () => {
      const { token_type, access_token } = await app.tokens({ grant_type: 'client_credentials' });
      expect(token_type).toBe('DPoP');
      const { id, secret } = CLIENTS.app;
      const { body } = await post(server, '/introspect', { token: access_token }, basic({ id, secret }));
      expect(body).toMatchObject({ active: true, cnf: { jkt: key.thumbprint } });
    });

    it('by authorization_code', async () => {
      const phone = new DpopClient(server, key, pocket);
      await expectBound(phone, await phone.tokens(await codeOf()));
    });

    it('by refresh_token', async () => {
      const { refresh_token } = await app.tokens();
      await expectBound(app, (await app.refresh(refresh_token)).body);
    });

    it('by device_code', async () => {
      const television = new Device(server, TELEVISIONS.films);
      const browser = new CookieBrowser(server);
      await browser.signIn(ANNA);
      const codes = await television.codes();
      const client = new DpopClient(server, key, TELEVISIONS.films);
      const form = { grant_type: DEVICE_CODE, device_code: codes.device_code };
      expect((await client.ask(form)).body.error).toBe('authorization_pending');
      await decide(browser, codes);
      const tokens = await client.tokens(form);
      await expectBound(client, tokens);
      expect((await client.refresh(tokens.refresh_token, null)).body.error).toBe('invalid_grant');
      await expectBound(client, (await client.refresh(tokens.refresh_token)).body);
    });

    it('by the calls of the interface too', async () => {
      const path = '/api/log2/generateaccesstokenbypassword';
      const form = { identifier: ANNA.email, password: ANNA.password, tokentype: 'Bearer', deviceId: 'd' };
      const headers = { ...basic(CLIENTS.app), DPoP: await app.proof(path) };
      await expectBound(app, (await post(server, path, form, headers)).body);
      const again = await post(server, path, form, headers);
      expect(again.status).toBe(400);
      expect(again.body.a01.ex).toMatchObject({ name: 'FizProofInvalidException', type: 'Ex', value: '400' });
    });
  });

  describe('a proof', () => {
    it('refused, is reported as RFC 6749 §5.2 says, and uses nothing up', async () => {
      const form = await codeOf();
      const phone = new DpopClient(server, key, pocket);
      for (const [proof, problem] of [
        ['x', 'it must be one JWT'],
        [{ method: 'GET' }, 'its htm must be POST'],
        [{ url: `${server.url}/revoke` }, `its htu must be ${server.url}/token`],
        [{ nonce: 'x' }, null],
      ] as const) {
        const { status, headers, body } = await phone.ask(form, proof);
        expect(status).toBe(400);
        expect(headers).not.toHaveProperty('www-authenticate');
        if (problem === null) expect(body.error).toBe('use_dpop_nonce');
        else
          expect(body).toEqual({
            error: 'invalid_dpop_proof',
            error_description: `The DPoP proof was refused: ${problem}.`,
          });
      }
      await expectBound(phone, await phone.tokens(form));
    });

    it('is used up by a request that is refused for another reason', async () => {
      const proof = await app.proof('/token');
      expect((await app.ask({ ...PASSWORD, password: 'wrong' }, proof)).body.error).toBe('invalid_grant');
      expect((await app.ask(PASSWORD, proof)).body.error).toBe('invalid_dpop_proof');
    });

    it('is not checked before the client has authenticated', async () => {
      const stranger = new DpopClient(server, key, { ...CLIENTS.app, secret: 'wrong' });
      const proof = await stranger.proof('/token');
      expect((await stranger.ask(PASSWORD, proof)).body.error).toBe('invalid_client');
      expect((await app.ask(PASSWORD, proof)).status).toBe(200);
    });

    it('and MAC exclude each other', async () => {
      const { status, body } = await app.ask({ ...PASSWORD, token_type: 'mac' });
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      const { refresh_token } = await app.tokens({ ...PASSWORD, token_type: 'mac' }, null);
      expect((await app.refresh(refresh_token)).body.error).toBe('invalid_grant');
      expect((await app.refresh(refresh_token, null)).body.token_type).toBe('mac');
    });
  });

  describe('refresh token of a public client', () => {
    let phone: DpopClient;
    let tokens: Body;
    beforeAll(async () => {
      phone = new DpopClient(server, key, pocket);
      tokens = await phone.tokens(await codeOf());
    });
    const thief = async () => new DpopClient(server, await DpopKey.generate(), pocket);

    it('is bound too: useless without the key, and a wrong use ends nothing', async () => {
      const { refresh_token } = tokens;
      for (const answer of [
        await phone.refresh(refresh_token, null),
        await (await thief()).refresh(refresh_token),
      ])
        expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant']);
      tokens = (await phone.refresh(refresh_token)).body;
      await expectBound(phone, tokens);
    });

    it('is repeated within the grace with its key only', async () => {
      const { refresh_token: spent } = tokens;
      const { body: next } = await phone.refresh(spent);
      expect((await phone.refresh(spent, null)).body.error).toBe('invalid_grant');
      expect((await (await thief()).refresh(spent)).body.error).toBe('invalid_grant');
      const { body: repeated } = await phone.refresh(spent);
      expect(repeated.refresh_token).toBe(next.refresh_token);
      expect(repeated.access_token).toBe(next.access_token);
      tokens = next;
    });

    it.each([
      ['with its key', () => Promise.resolve(phone)],
      ['with another', thief],
    ])('ends the grant when it is presented %s long after it was spent', async (_how, by) => {
      const { refresh_token: spent } = await phone.tokens(await codeOf());
      const { body: next } = await phone.refresh(spent);
      server.clock.advance({ seconds: 61 });
      expect((await (await by()).refresh(spent)).body.error).toBe('invalid_grant');
      expect((await phone.call(next.access_token)).status).toBe(401);
      expect((await phone.refresh(next.refresh_token)).body.error).toBe('invalid_grant');
    });

    it('stolen before it was bound does not become the thief’s: its owner ends it', async () => {
      const { refresh_token: stolen } = await phone.tokens(await codeOf(), null);
      const robber = await thief();
      const { body: taken } = await robber.refresh(stolen);
      await expectBound(robber, taken);
      expect((await phone.refresh(stolen, null)).body.error).toBe('invalid_grant');
      server.clock.advance({ seconds: 61 });
      expect((await phone.refresh(stolen, null)).body.error).toBe('invalid_grant');
      expect((await robber.refresh(taken.refresh_token)).body.error).toBe('invalid_grant');
      expect((await robber.call(taken.access_token)).status).toBe(401);
    });

    it('unbound is bound by its first proof', async () => {
      const unbound = await phone.tokens(await codeOf(), null);
      expect(unbound.token_type).toBe('Bearer');
      const { body: still } = await phone.refresh(unbound.refresh_token, null);
      expect(still.token_type).toBe('Bearer');
      const { body: bound } = await phone.refresh(still.refresh_token);
      await expectBound(phone, bound);
      expect((await phone.refresh(bound.refresh_token, null)).body.error).toBe('invalid_grant');
      expect((await phone.refresh(still.refresh_token, null)).body.error).toBe('invalid_grant');
      await expectBound(phone, (await phone.refresh(bound.refresh_token)).body);
    });

    it('is introspected and inspected with its key', async () => {
      const { refresh_token: token } = await phone.tokens(await codeOf());
      const { body } = await post(server, '/introspect', { token }, basic(CLIENTS.app));
      expect(body).toMatchObject({ token_type: 'refresh_token', cnf: { jkt: key.thumbprint } });
    });
  });

  describe('refresh token of a client with a secret', () => {
    it('is bound by that secret: the client may change its key, and needs no proof (RFC 9449 §5)', async () => {
      const other = new DpopClient(server, await DpopKey.generate());
      const tokens = await app.tokens();
      const { body: moved } = await other.refresh(tokens.refresh_token);
      await expectBound(other, moved);
      expect((await app.call(moved.access_token)).status).toBe(401);
      const { body: plain } = await other.refresh(moved.refresh_token, null);
      expect(plain.token_type).toBe('Bearer');
      const bound = await rows(
        server,
        'SELECT 1 FROM token_grant g JOIN client c ON c.id = g.client_id WHERE key_thumbprint IS NOT NULL AND client_type <> $1',
        ['public'],
      );
      expect(bound).toEqual([]);
    });
  });

  describe('dpop_jkt of /authorize (RFC 9449 §10)', () => {
    it('lets only that key redeem the code, and a wrong one uses nothing up', async () => {
      const form = await codeOf({ dpop_jkt: key.thumbprint });
      const phone = new DpopClient(server, key, pocket);
      const other = new DpopClient(server, await DpopKey.generate(), pocket);
      expect((await phone.ask(form, null)).body.error).toBe('invalid_grant');
      expect((await other.ask(form)).body.error).toBe('invalid_grant');
      await expectBound(phone, await phone.tokens(form));
    });

    it('is refused if it is no thumbprint', async () => {
      for (const dpop_jkt of ['x', `${key.thumbprint}A`, key.thumbprint.replace(/.$/, '=')]) {
        const browser = new CookieBrowser(server);
        const query = {
          response_type: 'code',
          client_id: pocket.id,
          redirect_uri: pocket.redirectUri,
          dpop_jkt,
        };
        const path = `/authorize?${new URLSearchParams({ ...query, ...pkceOf() }).toString()}`;
        const { location = '' } = (await browser.get(path)).headers;
        expect(location).toContain('error=invalid_request');
      }
    });
  });

  describe('client whose record requires it (RFC 9449 §5.2)', () => {
    it('gets no token without a proof, in any way', async () => {
      const keyed = new DpopClient(server, key, KEYED);
      const tokens = await keyed.tokens();
      for (const form of [
        PASSWORD,
        { ...PASSWORD, token_type: 'mac' },
        { grant_type: 'client_credentials' },
        { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
      ]) {
        const { status, body } = await keyed.ask(form, null);
        expect([status, body.error]).toEqual([400, 'invalid_dpop_proof']);
        expect(body.error_description).toMatch(/bound to a key: send a DPoP proof/);
      }
      const call = { identifier: ANNA.email, password: ANNA.password, tokentype: 'Mac', deviceId: 'd' };
      const path = '/api/log2/generateaccesstokenbypassword';
      expect((await post(server, path, call, basic(KEYED))).status).toBe(400);
      await expectBound(keyed, (await keyed.refresh(tokens.refresh_token)).body);
    });
  });
});
