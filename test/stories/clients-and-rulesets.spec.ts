import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import bcrypt from 'bcrypt';
import { ClientService } from '../../src/oauth/clients/client.service.js';
import { Database } from '../../src/platform/database/database.js';
import { basic, bearer, call, loggedAccount, post, refresh, tokensFor } from '../support/a01.js';
import { clientRowId, count, rows } from '../support/database-rows.js';
import { eventually } from '../support/eventually.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { LegacyClient } from '../support/legacy-client.js';
import { setDisabled, setPatterns } from '../support/record-changes.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { InvalidRecordError } from '../../src/platform/records/invalid-record-error.js';

const WRONG_CREDENTIALS = {
  name: 'FizApiKeyInsufficientRightsException',
  type: 'Un',
  value: '509',
  message: 'The client credentials are wrong. Check client_id and client_secret.',
};
const NOT_ALLOWED = { ...WRONG_CREDENTIALS, message: 'The ruleset in force does not allow this call.' };
const WEB = ['log2*', 'acc*', 'web*', 'oauth2*'];

describe('operator maintains clients, their secrets and rulesets (§2.3, D34, D35)', () => {
  let server: TestServer;
  let clients: ClientService;
  let appId: string;
  beforeAll(async () => {
    server = await startApp();
    clients = server.get(ClientService);
    appId = await clientRowId(server, CLIENTS.app.id);
  });
  afterAll(() => server.close());

  const ping = async (secret: string, id: string = CLIENTS.app.id) =>
    (await post(server, '/api/acc/ping', {}, basic({ id, secret }))).status;
  const secretsOf = (client = appId) =>
    rows<{ id: string; last_used_at: Date | null }>(
      server,
      'SELECT id::text, last_used_at FROM client_secret WHERE client_id = $1 ORDER BY id',
      [client],
    );

  describe('secrets (D34)', () => {
    let id: string;
    let clientId: string;
    let first: string;
    let round = 0;
    beforeEach(async () => {
      clientId = `rotating-${++round}`;
      const [{ ruleset_id: rulesetId }] = await rows<{ ruleset_id: string }>(
        server,
        'SELECT ruleset_id FROM client WHERE id = $1',
        [appId],
      );
      const record = { clientId, name: 'Rotating', rulesetId, clientType: 'confidential' as const };
      id = await server.get(Database).transaction((tx) => clients.create(tx, record, []));
      first = (await clients.addSecret(id)).plain;
    });

    it('are 256 random bits in base64url, and only the digest is stored', async () => {
      expect(first).toMatch(/^[\w-]{43}$/);
      const [stored] = await rows<{ scheme: string; verifier: Buffer }>(
        server,
        'SELECT scheme, verifier FROM client_secret WHERE client_id = $1',
        [id],
      );
      expect(stored.scheme).toBe('sha256');
      expect(stored.verifier).toHaveLength(32);
    });

    it('two are valid at once, which allows a change without downtime; a third is refused', async () => {
      const { plain: second } = await clients.addSecret(id);
      expect([await ping(first, clientId), await ping(second, clientId)]).toEqual([200, 200]);
      await expect(clients.addSecret(id)).rejects.toThrow(InvalidRecordError);
      expect(await secretsOf(id)).toHaveLength(2);
    });

    it('of parallel additions at most two succeed', async () => {
      const made = await Promise.allSettled(Array.from({ length: 6 }, () => clients.addSecret(id)));
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await secretsOf(id)).toHaveLength(2);
    });

    it('an ended one is refused at once, the other still works', async () => {
      const { plain: second } = await clients.addSecret(id);
      expect(await ping(first, clientId)).toBe(200);
      await clients.endSecret(id, (await secretsOf(id))[0].id);
      expect([await ping(first, clientId), await ping(second, clientId)]).toEqual([509, 200]);
      expect(await ping((await clients.addSecret(id)).plain, clientId)).toBe(200);
    });

    it('an expired one is refused from that moment, and makes room for another', async () => {
      const expiresAt = new Date(server.clock.millis() + 60_000);
      const { plain: short } = await clients.addSecret(id, expiresAt);
      expect(await ping(short, clientId)).toBe(200);
      server.clock.advance({ seconds: 59 });
      expect(await ping(short, clientId)).toBe(200);
      server.clock.advance({ seconds: 1 });
      expect(await ping(short, clientId)).toBe(509);
      expect(await ping((await clients.addSecret(id)).plain, clientId)).toBe(200);
    });

    it('stores the date of the last use', async () => {
      expect((await secretsOf(id))[0].last_used_at).toBeNull();
      await ping(first, clientId);
      const used = await eventually(async () => (await secretsOf(id))[0].last_used_at);
      expect(used).toEqual(server.clock.now());
    });
  });

  it('an imported bcrypt secret works, repeatedly, and a wrong one does not (D34)', async () => {
    const [stored] = await rows<{ scheme: string; verifier: Buffer }>(
      server,
      'SELECT scheme, verifier FROM client_secret s JOIN client c ON c.id = s.client_id WHERE c.client_id = $1',
      [CLIENTS.imported.id],
    );
    expect(stored.scheme).toBe('bcrypt');
    expect(bcrypt.compareSync(CLIENTS.imported.secret, stored.verifier.toString())).toBe(true);
    for (const secret of [CLIENTS.imported.secret, CLIENTS.imported.secret])
      expect(await ping(secret, CLIENTS.imported.id)).toBe(200);
    expect(await ping('tell no:two', CLIENTS.imported.id)).toBe(509);
  });

  // I5.1-03, I2.3-15
  it('a disabled client is unknown: credentials and tokens are refused at once, and work again when it is enabled', async () => {
    const tokens = await tokensFor(server, ANNA);
    expect((await loggedAccount(server, bearer(tokens.access_token))).status).toBe(200);
    await setDisabled(server, appId, true);
    const refused = await post(server, '/api/acc/ping', {}, basic(CLIENTS.app));
    expect(refused.status).toBe(509);
    expect(refused.body.a01.ex).toEqual(WRONG_CREDENTIALS);
    const oauth = await refresh(server, tokens.refresh_token);
    expect([oauth.status, oauth.body.error]).toEqual([401, 'invalid_client']);
    const byToken = await loggedAccount(server, bearer(tokens.access_token));
    expect(byToken.status).toBe(401);
    expect(byToken.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
    await setDisabled(server, appId, false);
    expect(await ping(CLIENTS.app.secret)).toBe(200);
    expect((await refresh(server, tokens.refresh_token)).status).toBe(200);
  });

  it("a deleted client's tokens end", async () => {
    const tokens = await tokensFor(server, ANNA, 'Bearer', CLIENTS.imported);
    await rows(server, 'DELETE FROM client WHERE client_id = $1 RETURNING 1', [CLIENTS.imported.id]);
    expect(await count(server, 'token_grant', 'client_id NOT IN (SELECT id FROM client)')).toBe(0);
    expect((await refresh(server, tokens.refresh_token)).status).toBe(400);
  });

  describe('rulesets (D35)', () => {
    afterAll(() => setPatterns(server, 'WEB', WEB));

    // I7.1-03
    it('a call that the client may not make is 509, by credentials and by token (§5.1.4, §7.1)', async () => {
      const partner = basic(CLIENTS.provisioning);
      const { access_token } = (await post(server, '/token', { grant_type: 'client_credentials' }, partner))
        .body;
      for (const headers of [partner, bearer(access_token)]) {
        const { status, body } = await loggedAccount(server, headers);
        expect(status).toBe(509);
        expect(body.a01).toEqual({ ex: NOT_ALLOWED, cn: 'accgetloggedaccount' });
      }
    });

    // I2.3-03, I5.1-01
    it('a change applies to the next request; the last matching pattern wins', async () => {
      const { access_token } = await tokensFor(server, ANNA);
      const may = async () => (await loggedAccount(server, bearer(access_token))).status;
      expect(await may()).toBe(200);
      for (const [patterns, status] of [
        [['acc*', '!accgetloggedaccount'], 509],
        [['!accgetloggedaccount', 'acc*'], 200],
        [['acc*', '!acc*', 'accgetloggedaccount'], 200],
        [['*', '!*'], 509],
        [[], 509],
        [['*'], 200],
      ] as const) {
        await setPatterns(server, 'WEB', [...patterns]);
        expect(await may()).toBe(status);
      }
    });

    it('the standard endpoints are named oauth2…', async () => {
      await setPatterns(server, 'WEB', [...WEB, '!oauth2token']);
      const { status, body } = await post(
        server,
        '/token',
        { grant_type: 'client_credentials' },
        basic(CLIENTS.app),
      );
      expect([status, body.error]).toEqual([400, 'unauthorized_client']);
      await setPatterns(server, 'WEB', WEB);
    });

    // I2.3-04, I3.1-07, I5.1-04, I5.1-05, I5.2-01, I5.3-22
    it('LEGACY applies to the session, NOAUTHENT to strangers (§5.1.4, §5.2, D37)', async () => {
      const client = new LegacyClient(server);
      await client.signIn(ANNA);
      await setPatterns(server, 'LEGACY', ['log2*']);
      const refused = await client.account();
      expect(refused.status).toBe(509);
      expect(refused.body.a01.ex).toEqual(NOT_ALLOWED);
      await setPatterns(server, 'LEGACY', ['log2*', 'acc*']);
      expect(await client.status()).toBe(200);
      await setPatterns(server, 'NOAUTHENT', ['log2in', 'log2out']);
      const stranger = await call(server, 'accping');
      expect(stranger.status).toBe(509);
      await setPatterns(server, 'NOAUTHENT', ['log2in', 'log2out', 'accping', 'sysversion']);
      expect((await call(server, 'accping')).status).toBe(200);
    });

    it.each(['', 'Prov*', 'prov**', '*prov', '!!prov', 'prov search'])(
      'a pattern like %j is refused when saved',
      async (pattern) => {
        await expect(setPatterns(server, 'WEB', [pattern])).rejects.toThrow(InvalidRecordError);
      },
    );
  });

  // I2.3-08
  it.each([
    ['relative', '/callback'],
    ['without a scheme', 'app.example/callback'],
    ['with a fragment', 'https://app.example/callback#top'],
    ['with an empty fragment', 'https://app.example/callback#'],
    ['with userinfo', 'https://user:pass@app.example/'],
    ['with an empty userinfo', 'https://@app.example/'],
    ['with a wildcard host', 'https://*.app.example/'],
    ['with a wildcard path', 'https://app.example/*'],
    ['that is script', 'javascript://app.example/%0aalert(1)'],
    ['with a backslash', 'https://app.example\\@evil.example/'],
    ['that is empty', ''],
  ])('a RedirectUrl %s is refused when saved (§2.3, D56)', async (_what, url) => {
    const record = {
      clientId: 'wrong-redirect',
      name: 'Wrong',
      rulesetId: '1',
      clientType: 'confidential' as const,
      redirectUrls: ['https://app.example/callback', url],
    };
    const created = server.get(Database).transaction((tx) => clients.create(tx, record, []));
    await expect(created).rejects.toThrow(InvalidRecordError);
    expect(await count(server, 'client', `client_id = 'wrong-redirect'`)).toBe(0);
  });
});
