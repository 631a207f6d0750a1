import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { basic, bearer, loggedAccount, post, tokensFor } from '../../support/a01.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { eventually } from '../../support/eventually.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const SHOP = { clientId: 'books', name: 'Books', ruleset: 'WEB', clientType: 'confidential' };
const JWKS_URL = 'https://idp.example/jwks.json';

describe('clients by the administration API (§2.3)', () => {
  let server: TestServer;
  let api: AdminApi;
  let admin: string;
  beforeAll(async () => {
    server = await startApp();
    const person = await newAdmin(server);
    admin = person.id;
    api = await AdminApi.signIn(server, person);
  });
  afterAll(() => server.close());

  const ping = async (id: string, secret: unknown) =>
    (await post(server, '/api/acc/ping', {}, basic({ id, secret: String(secret) }))).status;
  const audited = (clientId: string) =>
    rows<{ action: string; accountId: string; details: Record<string, Record<string, unknown>> }>(
      server,
      `SELECT action, account_id AS "accountId", details FROM audit_event WHERE target = $1 ORDER BY id`,
      [`client:${clientId}`],
    );

  it('registers, tries, changes, disables, enables and deletes a client; each step is audited', async () => {
    const redirectUrls = ['https://books.example/callback'];
    const created = await api.send('POST', '/clients', {
      body: { ...SHOP, profile: 'strict', redirectUrls },
    });
    expect(created.status).toBe(201);
    const { secret, ...view } = created.body;
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(view).toMatchObject({
      ...{ ...SHOP, redirectUrls, profile: 'strict', isPrivileged: false, rotatesRefreshToken: false },
      ...{ accessLifetimeSeconds: null, refreshLifetimeSeconds: null, jwks: null, jwksUrl: null },
      ...{
        assertionIssuer: null,
        serverNetworks: [],
        provisions: null,
        isDisabled: false,
        legacyUse: [],
        createdAt: expect.any(String) as unknown,
      },
      secrets: [expect.objectContaining({ expiresAt: null, lastUsedAt: null })],
    });
    expect(await ping('books', secret)).toBe(200);

    const change = { name: 'Book shop', ruleset: 'PROVISIONING', accessLifetimeSeconds: 600 };
    const changed = await api.send('PATCH', '/clients/books', {
      body: change,
      ifMatch: created.headers.etag,
    });
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(change)]);
    const back = { ruleset: 'WEB', accessLifetimeSeconds: null };
    await api.send('PATCH', '/clients/books', { body: back, ifMatch: changed.headers.etag });

    for (const isDisabled of [true, false]) {
      await api.send('PATCH', '/clients/books', { body: { isDisabled }, ifMatch: '*' });
      expect(await ping('books', secret)).toBe(isDisabled ? 509 : 200);
    }
    expect((await api.send('DELETE', '/clients/books', { ifMatch: '"old"' })).status).toBe(412);
    expect((await api.send('DELETE', '/clients/books', { ifMatch: '*' })).status).toBe(204);
    expect(await ping('books', secret)).toBe(509);

    const events = await audited('books');
    expect(events.map(({ action }) => action)).toEqual([
      ...['client.created', 'client.updated', 'client.updated'],
      ...['client.disabled', 'client.enabled', 'client.deleted'],
    ]);
    expect(events[1].details).toEqual({
      before: { name: 'Books', ruleset: 'WEB', accessLifetimeSeconds: null },
      after: change,
    });
    expect(new Set(events.map(({ accountId }) => accountId))).toEqual(new Set([admin]));
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  it('a public client gets no secret [I2.3-05]', async () => {
    const body = { ...SHOP, clientId: 'handheld', clientType: 'public' };
    const { body: created } = await api.send('POST', '/clients', { body });
    expect(created).toMatchObject({ secret: null, secrets: [] });
  });

  it.each([
    [{ clientId: 'has space' }, 'clientId'],
    [{ clientId: 'a:b' }, 'clientId'],
    [{ clientId: '..' }, 'clientId'],
    [{ name: '' }, 'name'],
    [{ name: 'evil\u202etxt' }, 'name'],
    [{ name: null }, 'name'],
    [{ ruleset: 'NONE' }, 'ruleset'],
    [{ clientType: 'other' }, 'clientType'],
    [{ profile: 'lax' }, 'profile'],
    [{ profile: null }, 'profile'],
    [{ provisions: 'some' }, 'provisions'],
    [{ redirectUrls: ['/callback'] }, 'redirectUrls'],
    [{ redirectUrls: 'https://a.example' }, 'redirectUrls'],
    [{ accessLifetimeSeconds: 0 }, 'accessLifetimeSeconds'],
    [{ refreshLifetimeSeconds: 1.5 }, 'refreshLifetimeSeconds'],
    [{ jwks: { keys: [] }, isPrivileged: true }, 'jwks'],
    [{ jwksUrl: 'http://idp.example', isPrivileged: true }, 'jwksUrl'],
    [{ jwksUrl: JWKS_URL }, 'isPrivileged'],
    [{ assertionIssuer: 'with space' }, 'assertionIssuer'],
    [{ secret: 'mine' }, 'secret'],
  ])('refuses %j, naming the field', async (wrong, field) => {
    const { status, body } = await api.send('POST', '/clients', {
      body: { ...SHOP, clientId: 'x', ...wrong },
    });
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field })]]);
  });

  it('refuses a taken client_id, an unknown one, and a change of a fixed field', async () => {
    const taken = await api.send('POST', '/clients', { body: { ...SHOP, clientId: CLIENTS.app.id } });
    const unknown = await api.send('GET', '/clients/nobody');
    const stays = await api.send('PATCH', '/clients/shop', { body: { clientType: 'public' }, ifMatch: '*' });
    const blind = await api.send('PATCH', '/clients/shop', { body: { name: 'Mine' } });
    expect([taken.status, unknown.status, stays.status, blind.status]).toEqual([409, 404, 422, 428]);
  });

  it('stores keys, and removes them', async () => {
    const path = `/clients/${CLIENTS.app.id}`;
    const given = { jwksUrl: JWKS_URL, assertionIssuer: 'https://idp.example' };
    const { body } = await api.send('PATCH', path, { body: given, ifMatch: '*' });
    expect(body).toMatchObject(given);
    const none = { jwksUrl: null, assertionIssuer: null };
    expect((await api.send('PATCH', path, { body: none, ifMatch: '*' })).body).toMatchObject(none);
  });

  it('two administrators don’t overwrite each other', async () => {
    const { headers } = await api.send('GET', '/clients/shop');
    const rename = (name: string) =>
      api.send('PATCH', '/clients/shop', { body: { name }, ifMatch: headers.etag });
    const answers = await Promise.all([rename('Shop one'), rename('Shop two')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  describe('secrets (D34)', () => {
    const path = '/clients/operator/secrets';
    beforeEach(async () => void (await api.send('POST', '/session/confirm', { body: await password() })));
    const password = () => Promise.resolve({ password: 'a long admin word' });

    it('adds a second one, refuses a third; ending the first keeps the second', async () => {
      const added = await api.send('POST', path);
      expect([added.status, added.body]).toEqual([
        201,
        {
          id: expect.any(String),
          secret: expect.any(String),
          createdAt: expect.any(String),
          expiresAt: null,
        },
      ]);
      expect((await api.send('POST', path, { body: {} })).status).toBe(409);
      const { body } = await api.send('GET', '/clients/operator');
      const [first] = body.secrets as { id: string }[];
      expect((await api.send('DELETE', `${path}/${first.id}`)).status).toBe(204);
      expect(await ping('operator', CLIENTS.provisioning.secret)).toBe(509);
      expect(await ping('operator', added.body.secret)).toBe(200);
      expect((await api.send('DELETE', `${path}/${first.id}`)).status).toBe(404);
      expect((await api.send('DELETE', `${path}/none`)).status).toBe(404);
      const used = await eventually(async () => {
        const [{ lastUsedAt }] = (await api.send('GET', '/clients/operator')).body.secrets as {
          lastUsedAt: string | null;
        }[];
        return lastUsedAt;
      });
      expect(new Date(used)).toEqual(server.clock.now());
      const events = await audited('operator');
      expect(events.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['client.secret_added', 'client.secret_ended']),
      );
      expect(JSON.stringify(events)).not.toContain(added.body.secret);
    });

    it('one can expire by itself, but not in the past', async () => {
      const expiresAt = new Date(server.clock.millis() + 60_000).toISOString();
      const added = await api.send('POST', path, { body: { expiresAt } });
      expect(added.body).toMatchObject({ expiresAt });
      const past = new Date(server.clock.millis()).toISOString();
      for (const wrong of [past, 'tomorrow'])
        expect((await api.send('POST', path, { body: { expiresAt: wrong } })).status).toBe(422);
    });

    it('requires the password again after 5 minutes, as creating and deleting do', async () => {
      server.clock.advance({ minutes: 6 });
      const answers = [
        await api.send('POST', path),
        await api.send('DELETE', `${path}/1`),
        await api.send('POST', '/clients', { body: SHOP }),
        await api.send('DELETE', '/clients/operator', { ifMatch: '*' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
      expect(answers[0].body.type).toBe('urn:hearth:problem:confirmation-required');
    });
  });

  it('lists by the beginning of client_id or name, by ruleset and by state, page by page', async () => {
    const names = async (query: string) => {
      const { body } = await api.send('GET', `/clients?${query}`);
      return (body.items as { clientId: string }[]).map(({ clientId }) => clientId);
    };
    expect(await names('query=FAM')).toEqual(['family-app']);
    expect(await names('query=old%20')).toEqual(['old-app']); // its name is Old app
    expect(await names('query=_')).toEqual([]);
    expect(await names('ruleset=PROVISIONING')).toEqual(['operator']);
    await api.send('PATCH', '/clients/imported', { body: { isDisabled: true }, ifMatch: '*' });
    expect(await names('state=disabled')).toEqual(['imported']);
    await api.send('PATCH', '/clients/imported', { body: { isDisabled: false }, ifMatch: '*' });
    const all = await names('state=enabled');
    const first = await api.send('GET', '/clients?state=enabled&limit=2');
    const second = await names(`state=enabled&limit=2&after=${String(first.body.next)}`);
    expect(second).toEqual(all.slice(2, 4));
    expect((await api.send('GET', '/clients?state=other')).status).toBe(422);
  });

  it.each([
    ['shop', 'https://shop.example/callback', true, 'It is exactly https://shop.example/callback.'],
    ['shop', 'https://shop.example/callback/more?x=1', true, 'matches https://shop.example/callback'],
    ['shop', 'https://shop.example/other', false, 'Different path'],
    ['shop', 'http://shop.example/callback', false, 'Different scheme'],
    ['shop', 'https://evil.example:81/callback', false, 'Different host and port'],
    ['shop', 'https://shop.example/callback#x', false, 'fragment'],
    ['shop', 'https://shop.example/callback/%2e%2e/x', false, 'It'],
    ['shop', 'callback', false, 'absolute URL'],
    ['operator', 'https://shop.example/callback', false, 'no RedirectUrl'],
  ])('says whether %s may redirect to %s: %s', async (id, redirectUri, matches, reason) => {
    const { body } = await api.send('POST', `/clients/${id}/redirect-test`, { body: { redirectUri } });
    expect(body).toEqual({ matches, reason: expect.stringContaining(reason) });
  });

  it.each([
    ['shop', 'accgetloggedaccount', { allowed: true, rule: 'acc*', ruleset: 'WEB', isKnown: true }],
    ['shop', 'provsearch', { allowed: false, rule: null, ruleset: 'WEB', isKnown: true }],
    ['operator', 'log2in', { allowed: true, rule: 'log2in', ruleset: 'NOAUTHENT', isKnown: true }],
    ['shop', 'acc/getloggedaccount', { allowed: true, rule: 'acc*', ruleset: 'WEB', isKnown: true }],
    ['shop', '/api/prov/search', { allowed: false, rule: null, ruleset: 'WEB', isKnown: true }],
    ['shop', 'accnonsense', { allowed: true, rule: 'acc*', ruleset: 'WEB', isKnown: false }],
  ])('says whether %s may call %s, and by which rule', async (id, name, verdict) => {
    expect((await api.send('GET', `/clients/${id}/call-test?call=${name}`)).body).toEqual(verdict);
  });

  it("shows a client's uses that strict would refuse", async () => {
    await post(server, `/api/acc/ping?client_id=old-app&client_secret=${CLIENTS.keeper.secret}`);
    const [use] = await eventually(async () => {
      const { legacyUse } = (await api.send('GET', '/clients/old-app')).body as { legacyUse: unknown[] };
      return legacyUse.length > 0 ? legacyUse : null;
    });
    expect(use).toMatchObject({ feature: 'secret-in-query', meaning: expect.stringContaining('body') });
  });

  it("a deleted client's tokens end at once", async () => {
    const { access_token: token } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.imported);
    expect((await loggedAccount(server, bearer(token))).status).toBe(200);
    await api.send('POST', '/session/confirm', { body: { password: 'a long admin word' } });
    await api.send('DELETE', '/clients/imported', { ifMatch: '*' });
    expect((await loggedAccount(server, bearer(token))).status).toBe(401);
  });

  it('previews a set of rules without saving it', async () => {
    const rules = ['acc*', '!accping'];
    const { body } = await api.send('POST', '/rulesets/preview', { body: { name: 'WEB', rules } });
    const { calls, clients, changed } = body as {
      calls: { name: string; summary: string; allowed: boolean; rule: string | null }[];
      clients: string[];
      changed: string[];
    };
    expect(calls.find(({ name }) => name === 'accping')).toMatchObject({ allowed: false, rule: '!accping' });
    expect(calls.find(({ name }) => name === 'oauth2authorize')).toMatchObject({
      allowed: false,
      rule: null,
    });
    expect(calls.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['provsearch', 'adminclientlist', 'oauth2token']),
    );
    expect(changed).toEqual(expect.arrayContaining(['accping', 'oauth2token', 'log2in']));
    expect(changed).not.toContain('accgetloggedaccount');
    expect(clients).toContain('shop');
    expect((await api.send('GET', '/rulesets/WEB')).body.rules).toContain('oauth2*');
    const wrong = await api.send('POST', '/rulesets/preview', { body: { rules: ['no rule'] } });
    expect(wrong.status).toBe(422);
  });

  it('names a rule that matches no call as mistyped; the shipped ones have none', async () => {
    const shipped = (await api.send('GET', '/rulesets')).body.items as { name: string; rules: string[] }[];
    const all = shipped.filter(({ name }) => name !== 'EVERYTHING').flatMap(({ rules }) => rules);
    const rules = [...all, 'oauth2introspekt', '!provx*'];
    const { body } = await api.send('POST', '/rulesets/preview', { body: { rules } });
    expect(body.idle).toEqual(['oauth2introspekt', '!provx*']);
  });
});
