import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { basic, bearer, loggedAccount, post, send, type Answer } from '../../support/a01.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { accountId, count } from '../../support/database-rows.js';
import { CLIENTS } from '../../support/fixtures.js';
import { IdentityProvider } from '../../support/identity-provider.js';
import { JwksServer } from '../../support/jwks-server.js';
import { CLEO, ISSUER, PORTAL, present, startWithPartners, TELCO } from '../../support/single-sign-on.js';
import type { TestServer } from '../../support/start-app.js';

describe("partner's signed assertion signs its user in (RFC 7523, D53)", () => {
  let server: TestServer;
  let portal: IdentityProvider;
  let stranger: IdentityProvider;
  let published: JwksServer;
  beforeAll(async () => {
    portal = await IdentityProvider.make(ISSUER);
    stranger = await IdentityProvider.make(ISSUER);
    published = await JwksServer.start();
    server = await startWithPartners(portal, published);
  });
  afterAll(async () => {
    await server.close();
    await published.close();
  });

  const forCleo = (claims: Record<string, unknown> = {}, header: Record<string, string> = {}) =>
    portal.assert(server, { sub: CLEO.id, ...claims }, header);
  const expectRefused = ({ status, body }: Answer, description: string | RegExp): void => {
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect(body.error_description).toMatch(description);
  };

  // I2.2-08
  it('as grant type jwt-bearer, with an ExternalId of its own issuer as sub', async () => {
    const { status, body } = await present(server, await forCleo());
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String) });
    expect((await loggedAccount(server, bearer(body.access_token))).body.a01.r.r).toMatchObject({
      name: 'Cleo',
    });
  });

  // I4.2-17
  it("as a01validationtoken of the interface's call (§4.2)", async () => {
    const form = { validationtoken: await forCleo(), tokentype: 'Bearer', deviceId: 'tv' };
    const path = '/api/log2/generateaccesstokenbyvalidationtoken';
    expect((await post(server, path, form, basic(PORTAL))).body.token_type).toBe('Bearer');
    const { status, body } = await post(server, path, form, basic(PORTAL));
    expect(status).toBe(401);
    expect(body.a01.ex).toMatchObject({ name: 'FizCredentialInvalidException', message: /jti/ });
  });

  it('for the token endpoint as audience, for several, with a scope, by another algorithm', async () => {
    for (const aud of [`${server.url}/token`, ['https://elsewhere.example', server.url]])
      expect((await present(server, await forCleo({ aud }))).status).toBe(200);
    expect((await present(server, await forCleo(), { scope: 'account' })).body).toMatchObject({
      scope: 'account',
    });
    const telco = await IdentityProvider.make(TELCO.id, { alg: 'RS256' });
    published.keys = [telco.publicKey];
    expect(
      (await present(server, await telco.assert(server, { sub: 'cleo-at-telco' }), {}, TELCO)).status,
    ).toBe(200);
  });

  it('once: of 50 at once one wins and none fails with a 5xx', async () => {
    const assertion = await forCleo();
    const answers = await Promise.all(Array.from({ length: 50 }, () => present(server, assertion)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectRefused(answer, 'The jti of the assertion was used before.');
  });

  it('and remembers its jti for as long as it would be valid', async () => {
    const assertion = await forCleo();
    await present(server, assertion);
    server.clock.advance({ seconds: 89 });
    await server.get(CleanUp).run();
    expectRefused(await present(server, assertion), /jti/);
    server.clock.advance({ seconds: 2 });
    await server.get(CleanUp).run();
    expectRefused(await present(server, assertion), /expired/);
    expect(await count(server, 'assertion_use', `expires_at < '${server.clock.now().toISOString()}'`)).toBe(
      0,
    );
  });

  const at = (seconds: number) => () => server.clock.seconds + seconds;
  it.each<[string, Record<string, unknown>, RegExp | string]>([
    ['no iss', { iss: undefined }, `The iss of the assertion must be ${ISSUER}.`],
    ["another's iss", { iss: TELCO.id }, `The iss of the assertion must be ${ISSUER}.`],
    ['no aud', { aud: undefined }, /^The aud of the assertion must be http/],
    ["another's aud", { aud: 'https://elsewhere.example' }, /^The aud of the assertion must be http/],
    ['no exp', { exp: undefined }, 'The exp of the assertion is missing or not what it must be.'],
    ['an exp that is no number', { exp: 'soon' }, /^The exp of the assertion/],
    ['an exp that has passed', { exp: at(-31) }, 'The assertion expired: its exp has passed.'],
    ['an exp in eleven minutes', { exp: at(660) }, /at most 600 seconds ahead/],
    ['an iat to come', { iat: at(60) }, /iat of the assertion lies in the future/],
    ['an nbf to come', { nbf: at(60) }, 'The assertion is not valid yet: see its nbf.'],
    ['no jti', { jti: undefined }, 'The jti of the assertion is missing or not what it must be.'],
    ['an empty jti', { jti: '' }, /^The jti of the assertion must be a text/],
    ['a jti that is no text', { jti: 7 }, /^The jti of the assertion must be a text/],
    ['no sub', { sub: undefined }, 'The sub of the assertion is missing or not what it must be.'],
    ['a sub that is no text', { sub: ['cleo-1'] }, /^The sub of the assertion must be a text/],
    ['a sub with a NUL', { sub: 'cleo-1\0' }, /^The sub of the assertion must be a text/],
    ['half a character as sub', { sub: '\ud800' }, /^The sub of the assertion must be a text/],
  ])('not with %s', async (_what, claims, description) => {
    const now = Object.entries(claims).map(([name, value]) => [
      name,
      typeof value === 'function' ? (value as () => number)() : value,
    ]);
    expectRefused(
      await present(server, await forCleo(Object.fromEntries(now) as object as Record<string, unknown>)),
      description,
    );
  });

  it('with clocks that are half a minute apart', async () => {
    expect((await present(server, await forCleo({ exp: server.clock.seconds - 29 }))).status).toBe(200);
    const ahead = server.clock.seconds + 29;
    expect((await present(server, await forCleo({ iat: ahead, nbf: ahead }))).status).toBe(200);
  });

  it.each(['at+jwt', 'application/logout+jwt', 'dpop+jwt', ''])(
    'not if it is another kind of token: %j',
    async (typ) => {
      const description = 'The typ of the assertion must be JWT, or left out.';
      expectRefused(await present(server, await forCleo({}, { typ })), description);
    },
  );

  it.each(['JWT', 'jwt', 'application/jwt'])('with its declared type: %s', async (typ) => {
    expect((await present(server, await forCleo({}, { typ }))).status).toBe(200);
  });

  it('not signed by another key, unsigned, or with a public value', async () => {
    const signed = await forCleo();
    const [, payload, signature] = signed.split('.');
    const header = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url');
    const notFit = 'The signature of the assertion does not fit the key of this client.';
    expectRefused(await present(server, await stranger.assert(server, { sub: CLEO.id })), notFit);
    expectRefused(
      await present(server, `${header({ alg: 'none' })}.${payload}.`),
      /^The alg of the assertion/,
    );
    const hs = header({ alg: 'HS256', kid: 'k1' });
    const mac = createHmac('sha256', JSON.stringify(portal.publicKey))
      .update(`${hs}.${payload}`)
      .digest('base64url');
    expectRefused(await present(server, `${hs}.${payload}.${mac}`), /^The alg of the assertion/);
    expectRefused(
      await present(server, await forCleo({}, { kid: 'k2' })),
      /^No key of this client has the kid/,
    );
    const own = header({ alg: 'ES256', kid: 'k1', jwk: stranger.publicKey, jku: published.url });
    expectRefused(await present(server, `${own}.${payload}.${signature}`), notFit);
  });

  it('not from a client that is not privileged, without keys, or different', async () => {
    const assertion = await forCleo();
    const refused = await present(server, assertion, {}, CLIENTS.thirdParty);
    expect([refused.status, refused.body.error]).toEqual([400, 'unauthorized_client']);
    expectRefused(await present(server, assertion, {}, CLIENTS.app), /^This client has no keys/);
    published.keys = [(await IdentityProvider.make(TELCO.id)).publicKey];
    expectRefused(await present(server, assertion, {}, TELCO), /signature/);
    expect((await present(server, assertion)).status).toBe(200); // nothing of that used it up
  });

  it("not as another issuer's user with an equal id (D115)", async () => {
    const telco = await IdentityProvider.make(TELCO.id);
    published.keys = [telco.publicKey];
    const { body } = await present(server, await telco.assert(server, { sub: CLEO.id }), {}, TELCO);
    expect(body.error).toBe('account_not_linked');
  });

  it('not into an account that was disabled', async () => {
    const cleo = await accountId(server, CLEO.email);
    await server.get(AccountService).disable(cleo);
    expectRefused(await present(server, await forCleo()), /can not sign in/);
    await server.get(AccountService).enable(cleo);
  });

  it('and leaves an audit record, without the ids of the partner', async () => {
    const left = await new AuditTrail(server).of(async () => {
      await present(server, await forCleo());
      await present(server, await forCleo({ aud: 'https://elsewhere.example' }));
    });
    expect(left.map(({ action, client }) => [action, client])).toEqual([
      ['assertion.exchanged', PORTAL.id],
      ['token.issued', PORTAL.id],
      ['assertion.refused', PORTAL.id],
    ]);
    expect(JSON.stringify(left)).not.toContain(CLEO.id);
  });

  describe('with keys fetched from its jwksUrl', () => {
    let telco: IdentityProvider;
    beforeAll(async () => {
      telco = await IdentityProvider.make(TELCO.id, { kid: 'first' });
    });
    const sign = async (by: IdentityProvider) =>
      present(server, await by.assert(server, { sub: 'cleo-at-telco' }), {}, TELCO);

    it('once for many', async () => {
      published.keys = [telco.publicKey];
      await sign(telco);
      published.fetches = 0;
      const answers = await Promise.all(Array.from({ length: 20 }, () => sign(telco)));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(published.fetches).toBe(0);
    });

    it.each([
      ['new', 'second'],
      ['that of the one before', 'second'],
    ])('a new key is found at its first use, with kid %s', async (_what, kid) => {
      const renewed = await IdentityProvider.make(TELCO.id, { kid });
      published.keys = [renewed.publicKey];
      expect((await sign(renewed)).status).toBe(200);
      expectRefused(await sign(telco), /^(No key|The signature)/);
      telco = renewed;
    });

    it('a withdrawn key is refused after the next lookup', async () => {
      published.keys = [];
      expectRefused(
        await sign(await IdentityProvider.make(TELCO.id, { kid: 'gone' })),
        /^No key of this client/,
      );
      expectRefused(await sign(telco), /^No key of this client/);
      published.keys = [telco.publicKey];
      expect((await sign(telco)).status).toBe(200);
    });

    const problem = (why: string) => `The keys of this client can not be fetched from its jwksUrl: ${why}.`;
    it.each<[string, NonNullable<JwksServer['answer']>, string]>([
      [
        'redirects',
        (r) => r.writeHead(302, { Location: 'https://idp.example/' }).end(),
        'it answered 302 instead of 200; redirects are not followed',
      ],
      ['is broken', (r) => r.writeHead(500).end('no'), 'it answered 500 instead of 200'],
      [
        'answers 10 MB',
        (r) => r.end(`{"keys":[${'{},'.repeat(3_500_000)}{}]}`),
        'its answer is larger than 256 KiB',
      ],
      ['answers a page', (r) => r.end('<html>'), 'its answer is not JSON'],
      ['answers something else', (r) => r.end('{"key":1}'), 'its answer is not a JSON Web Key Set'],
      ['hangs up', (r) => void r.destroy(), 'the connection failed (ECONNRESET)'],
      [
        'hangs up half way',
        (r) => r.writeHead(200, { 'Content-Length': '100' }).write('{', () => r.destroy()),
        'the connection failed (ECONNRESET)',
      ],
    ])('reports that the server %s', async (_what, answer, why) => {
      published.answer = answer;
      const unknown = await IdentityProvider.make(TELCO.id, { kid: 'third' });
      expectRefused(await sign(unknown), problem(why));
      expect((await sign(telco)).status).toBe(200); // what was fetched before still serves
      published.answer = null;
    });

    it('a key of an unsupported kind is ignored', async () => {
      published.keys = [
        { kty: 'oct', k: 'c2VjcmV0', kid: 'x' },
        { kty: 'EC', kid: 'y' },
      ];
      const other = await IdentityProvider.make(TELCO.id, { kid: 'y' });
      expect((await sign(other)).status).toBe(400);
      published.keys = [telco.publicKey];
    });
  });

  it('differs from a validation token by its dots', async () => {
    const form = { validationtoken: 'x.y', tokentype: 'Bearer', deviceId: 'tv' };
    const path = '/api/log2/generateaccesstokenbyvalidationtoken';
    const { body } = await post(server, path, form, basic(PORTAL));
    expect(body.a01.ex.message).toBe('The assertion is not a signed JWT.');
    expect((await send(server, 'GET', `${path}?${new URLSearchParams(form)}`, basic(PORTAL))).status).toBe(
      401,
    );
  });
});
