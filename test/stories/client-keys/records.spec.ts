import { describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { basic, post } from '../../support/a01.js';
import type { AdminApi } from '../../support/admin-api.js';
import { IdentityProvider } from '../../support/identity-provider.js';
import type { JwksServer } from '../../support/jwks-server.js';
import { asForm, KeyClient } from '../../support/key-client.js';
import { expectInvalidClient, NO_SUCH, OWN, useKeyClients } from '../../support/key-clients-stage.js';
import type { TestServer } from '../../support/start-app.js';

const AWAY = 'The keys of this client can not be fetched from its jwksUrl just now.';

describe('client with keys (private_key_jwt, D410)', () => {
  let server: TestServer;
  let api: AdminApi;
  let published: JwksServer;
  let bank: KeyClient;
  let remote: KeyClient;
  const { asked, present } = useKeyClients((beginning) => {
    ({ server, api, published, bank, remote } = beginning);
  });

  describe('and by no secret', () => {
    it('of its own, from the moment that its record says so; it works again without', async () => {
      const secret = 'a-secret-that-was-there-1';
      const mover = await KeyClient.make('mover');
      const jwks = { keys: [mover.publicJwk] };
      await server.get(Bootstrap).apply({
        clients: [
          {
            ...{ clientId: 'mover', clientSecret: secret, name: 'Mover', ruleset: 'WEB' },
            ...{ clientType: 'confidential' as const, profile: 'strict' as const, isPrivileged: false },
          },
        ],
      });
      const bySecret = () => post(server, '/token', OWN, basic({ id: 'mover', secret }));
      expect((await bySecret()).status).toBe(200);
      expectInvalidClient(await mover.post(server, '/token', OWN), NO_SUCH);
      const change = (body: object) => api.send('PATCH', '/clients/mover', { body, ifMatch: '*' });
      expect((await change({ jwks, requiresPrivateKeyJwt: true })).status).toBe(200);
      expect([(await bySecret()).status, (await mover.post(server, '/token', OWN)).status]).toEqual([
        401, 200,
      ]);
      const added = await api.send('POST', '/clients/mover/secrets', { body: {} });
      expect([added.status, JSON.stringify(added.body)]).toEqual([
        409,
        expect.stringContaining(
          'The client authenticates by its key (private_key_jwt): a secret would not work.',
        ),
      ]);
      expect((await change({ jwks: null, requiresPrivateKeyJwt: false })).status).toBe(200);
      expect([(await bySecret()).status, (await mover.post(server, '/token', OWN)).status]).toEqual([
        200, 401,
      ]);
    });

    it('nor by nothing but its client_id', async () => {
      expect((await asked({ client_id: 'bank' })).status).toBe(401);
    });

    it('is created without one', async () => {
      const record = { clientId: 'newcomer', clientType: 'confidential', name: 'Newcomer', ruleset: 'WEB' };
      const keys = { requiresPrivateKeyJwt: true, jwks: { keys: [bank.publicJwk] } };
      const { status, body } = await api.send('POST', '/clients', { body: { ...record, ...keys } });
      expect([status, body]).toEqual([
        201,
        expect.objectContaining({ secret: null, secrets: [], requiresPrivateKeyJwt: true }),
      ]);
    });
  });

  it.each<[string, () => object, string]>([
    ['without keys', () => ({ jwks: null }), 'jwks'],
    ['with a private key', () => ({ jwks: { keys: [bank.privateJwk] } }), 'jwks'],
    ['with a symmetric key', () => ({ jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } }), 'jwks'],
    ['with jwks and jwksUrl', () => ({ jwksUrl: 'https://bank.example/jwks' }), 'jwksUrl'],
    ['with keys for nothing', () => ({ requiresPrivateKeyJwt: false }), 'isPrivileged'],
  ])('its record is refused %s', async (_what, change, field) => {
    const { status, text } = await api.send('PATCH', '/clients/bank', {
      body: change(),
      ifMatch: '*',
    });
    expect(status).toBe(422);
    expect(text).toContain(`"field":"${field}`);
  });

  it('a public client can have none', async () => {
    const body = { clientId: 'page', clientType: 'public', name: 'Page', ruleset: 'WEB' };
    const keys = { requiresPrivateKeyJwt: true, jwks: { keys: [bank.publicJwk] } };
    const { status, text } = await api.send('POST', '/clients', { body: { ...body, ...keys } });
    expect([status, text]).toEqual([422, expect.stringContaining('is for confidential clients')]);
  });

  describe('with keys at its jwksUrl', () => {
    it('a new key works at its first use, and the old one stops', async () => {
      expect((await remote.post(server, '/token', OWN)).status).toBe(200);
      const next = await KeyClient.make('remote', { alg: 'ES256', kid: 'k2' });
      published.keys = [next.publicJwk];
      expect((await next.post(server, '/token', OWN)).status).toBe(200);
      expectInvalidClient(await remote.post(server, '/token', OWN), /No key of this client has the kid/);
      published.keys = [remote.publicJwk];
    });

    it('a private key there verifies nothing', async () => {
      const leaked = await KeyClient.make('remote', { alg: 'ES256', kid: 'k3' });
      published.keys = [leaked.privateJwk];
      expectInvalidClient(await leaked.post(server, '/token', OWN), /./);
      published.keys = [remote.publicJwk];
    });

    it('that fails is the reason for the log, not for strangers', async () => {
      const unknown = await KeyClient.make('remote', { alg: 'ES256', kid: 'k4' });
      published.answer = (response) => response.writeHead(500).end();
      expectInvalidClient(await unknown.post(server, '/token', OWN), AWAY);
      expect(server.log.some((line) => line.includes('fetched from its jwksUrl: '))).toBe(true);
      published.answer = (response) => response.end('a page');
      expectInvalidClient(await unknown.post(server, '/token', OWN), AWAY);
      published.answer = null;
    });

    it('is asked by the doctor, which names who fails and why', async () => {
      const told = async () => {
        const { body } = await api.send('GET', '/doctor');
        const { checks } = body as unknown as { checks: { name: string; result: string; detail: string }[] };
        return checks.find(({ name }) => name === 'client keys');
      };
      expect(await told()).toMatchObject({ result: 'ok', detail: '1 jwksUrl answer with public keys' });
      published.answer = (response) => response.writeHead(500).end();
      expect(await told()).toMatchObject({
        result: 'warning',
        detail: expect.stringMatching(/^jwksUrl of remote \(.+\)$/),
      });
      published.answer = (response) => response.end(JSON.stringify({ keys: [remote.privateJwk] }));
      expect((await told())?.detail).toContain('must be a public key, without its private part');
      published.answer = null;
    });

    it('is asked 60 times a minute at most, whatever is asked', async () => {
      server.clock.advance({ minutes: 2 });
      const unknown = await KeyClient.make('remote', { alg: 'ES256', kid: 'k5' });
      const before = published.fetches;
      for (let i = 0; i < 70; i++) expectInvalidClient(await unknown.post(server, '/token', OWN), /./);
      expect(published.fetches - before).toBeLessThanOrEqual(60);
      expect((await remote.post(server, '/token', OWN)).status).toBe(200); // its key is known
      server.clock.advance({ minutes: 2 });
    });
  });

  describe('beside assertions about users, signed by the same key (D115)', () => {
    const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

    it('an assertion about a user is no proof of the client, and the other way round', async () => {
      const partner = await KeyClient.make('partner');
      await server.get(Bootstrap).apply({
        clients: [
          {
            ...{ clientId: 'partner', name: 'Partner', ruleset: 'WEB', clientType: 'confidential' as const },
            ...{ isPrivileged: true, requiresPrivateKeyJwt: true, jwks: { keys: [partner.publicJwk] } },
          },
        ],
      });
      expectInvalidClient(await present(partner, { sub: 'cleo-1' }), NO_SUCH);
      const ofItself = await partner.assertion(server);
      const asUser = await partner.post(server, '/token', { grant_type: JWT_BEARER, assertion: ofItself });
      expect([asUser.status, asUser.body.error]).toEqual([400, 'invalid_grant']);
      expect(asUser.body.error_description).toContain('is the client itself, which is no user');
      const ofUser = await partner.assertion(server, { sub: 'cleo-1' });
      const linked = await partner.post(server, '/token', { grant_type: JWT_BEARER, assertion: ofUser });
      expect(linked.body.error).toBe('account_not_linked'); // it authenticated, and the assertion was taken
    });

    it('keys let nobody authenticate unless the record says so', async () => {
      const portal = await IdentityProvider.make('portal');
      await server.get(Bootstrap).apply({
        clients: [
          {
            ...{ clientId: 'portal', clientSecret: 'portal-secret-1', name: 'Portal', ruleset: 'WEB' },
            ...{
              clientType: 'confidential' as const,
              isPrivileged: true,
              jwks: { keys: [portal.publicKey] },
            },
          },
        ],
      });
      const jwt = await portal.assert(server, { sub: 'portal' });
      expectInvalidClient(await asked(asForm(jwt)), NO_SUCH);
    });
  });
});
