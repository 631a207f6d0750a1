import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { basic, post } from '../../support/a01.js';
import { AuditTrail } from '../../support/audit-trail.js';
import {
  challengeOf,
  CookieBrowser,
  pkceOf,
  redirectOf,
  startWithThirdParties,
  Tab,
  THIRD_PARTIES,
  VERIFIER,
} from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { DpopKey } from '../../support/dpop-key.js';
import { ANNA } from '../../support/fixtures.js';
import { request, type RawAnswer } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';

type Form = Readonly<Record<string, string>>;

const { shop, garden, strict, pocket, backend } = THIRD_PARTIES;
/** Its record requires pushed requests. */
const PUSHER = {
  id: 'pusher',
  secret: 'pusher-secret-1',
  name: 'Pusher',
  redirectUri: 'https://push.example/cb',
};
const URN = /^urn:ietf:params:oauth:request_uri:[\w-]{43}$/;
const PATH = '/par';

describe('authorization requests are pushed before the browser comes (RFC 9126, D267)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties();
    const { id: clientId, secret: clientSecret, name, redirectUri } = PUSHER;
    await server.get(Bootstrap).apply({
      clients: [
        {
          ...{ clientId, clientSecret, name, ruleset: 'WEB', clientType: 'confidential' as const },
          ...{ redirectUrls: [redirectUri], isPrivileged: false, requirePushedAuthorizationRequests: true },
        },
      ],
    });
  });
  afterAll(() => server.close());

  const of = ({ redirectUri }: { redirectUri: string }, more: Form = {}): Form => ({
    ...{ response_type: 'code', redirect_uri: redirectUri, state: 'st', scope: 'account' },
    ...more,
  });
  const push = (client: { id: string; secret: string | null }, form: Form, headers: Form = {}) =>
    client.secret === null
      ? request(server, { path: PATH, form: { ...form, client_id: client.id }, headers })
      : request(server, {
          path: PATH,
          form,
          headers: { ...basic({ id: client.id, secret: client.secret }), ...headers },
        });
  const pushed = async (client: typeof shop | typeof pocket | typeof PUSHER, more: Form = {}) => {
    const { status, text, body } = await push(client, of(client, more));
    if (status !== 201) throw new Error(`not pushed: ${status} ${text}`);
    return (body as unknown as { request_uri: string }).request_uri;
  };
  const authorize = (client: string, uri: string, more: Form = {}) => {
    const query = new URLSearchParams({ client_id: client, request_uri: uri, ...more }).toString();
    return request(server, { path: `/authorize?${query}` });
  };
  const refused = ({ status, body }: RawAnswer) => [status, body.error, body.error_description];

  it('201 with an address that is valid for 90 seconds, which leads to the challenge and to tokens', async () => {
    const state = 'a b+c&d=ü/%20';
    const { status, headers, body } = await push(shop, of(shop, { ...pkceOf(), state }));
    expect([status, headers['cache-control']]).toEqual([201, 'no-store']);
    const { request_uri: uri, ...rest } = body as unknown as { request_uri: string };
    expect([uri, rest]).toEqual([expect.stringMatching(URN), { expires_in: 90 }]);
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    const query = new URLSearchParams({ client_id: shop.id, request_uri: uri }).toString();
    const begun = await browser.get(`/authorize?${query}`);
    const tab = new Tab(browser, challengeOf(begun.headers.location) ?? '');
    expect((await tab.show()).text).toContain(shop.name);
    const answer = await tab.allow();
    expect(answer.target).toBe(shop.redirectUri);
    expect(answer.parameters.state).toBe(state);
    const form = {
      ...{ grant_type: 'authorization_code', code: answer.code },
      ...{ redirect_uri: shop.redirectUri, code_verifier: VERIFIER },
    };
    const tokens = await post(server, '/token', form, basic(shop));
    expect([tokens.status, tokens.body]).toEqual([200, expect.objectContaining({ scope: 'account' })]);
  });

  it('for a client without a secret too', async () => {
    const uri = await pushed(pocket, pkceOf());
    expect(challengeOf((await authorize(pocket.id, uri)).headers.location)).not.toBeNull();
  });

  it('stores its digest, without anything that authenticates the client', async () => {
    const uri = await pushed(shop);
    const [{ all }] = await rows<{ all: string }>(
      server,
      `SELECT string_agg(p::text, ' ') AS all FROM pushed_request p`,
    );
    expect(all).toContain(encodeURIComponent(shop.redirectUri));
    for (const secret of [uri.slice(-43), shop.secret, 'client_secret']) expect(all).not.toContain(secret);
  });

  it('works once: of two browsers at once one continues, and the other gets the reason', async () => {
    const uri = await pushed(shop);
    const answers = await Promise.all([authorize(shop.id, uri), authorize(shop.id, uri)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400]);
    const late = answers.find(({ status }) => status === 400);
    expect(late?.text).toContain(
      'request_uri is unknown, expired, already used, or was issued to another client.',
    );
    expect((await authorize(shop.id, uri)).status).toBe(400);
  });

  it('works once in one browser too, where a reload finds the challenge and continues', async () => {
    const uri = await pushed(shop, { prompt: 'consent' });
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    const path = `/authorize?${new URLSearchParams({ client_id: shop.id, request_uri: uri }).toString()}`;
    const tab = new Tab(browser, challengeOf((await browser.get(path)).headers.location) ?? '');
    expect((await browser.get(path)).status).toBe(400);
    for (let reload = 0; reload < 2; reload++) expect((await tab.show()).text).toContain(shop.name);
    expect((await tab.allow()).code).toMatch(/^[\w-]{43}$/);
  });

  it('is not used up by HEAD, as from a program that checks links', async () => {
    const uri = await pushed(shop);
    const query = new URLSearchParams({ client_id: shop.id, request_uri: uri }).toString();
    const begun = await count(server, 'authorization_context');
    const looked = await request(server, { method: 'HEAD', path: `/authorize?${query}` });
    expect([looked.status, looked.headers.allow]).toEqual([405, 'GET']);
    expect(await count(server, 'authorization_context')).toBe(begun);
    expect((await authorize(shop.id, uri)).status).toBe(302);
  });

  it('is read from the body only: addresses appear in logs', async () => {
    const path = `${PATH}?${new URLSearchParams(of(shop)).toString()}`;
    const answer = await request(server, { path, form: {}, headers: basic(shop) });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    expect(answer.body.error_description).toContain('body');
  });

  it('does not work for another client, which does not use it up; nor after it expired, nor once the client is deleted', async () => {
    const uri = await pushed(shop);
    expect((await authorize(garden.id, uri)).status).toBe(400);
    expect((await authorize('nobody', uri)).status).toBe(400);
    server.clock.advance({ seconds: 89 });
    expect((await authorize(shop.id, uri)).status).toBe(302);
    const late = await pushed(shop);
    server.clock.advance({ seconds: 90 });
    expect((await authorize(shop.id, late)).status).toBe(400);
    expect((await authorize(shop.id, 'urn:ietf:params:oauth:request_uri:')).status).toBe(400);
  });

  it('is the only source: other parameters in the URL change nothing (RFC 9126 §4)', async () => {
    const uri = await pushed(shop, { prompt: 'none' });
    const more = { redirect_uri: garden.redirectUri, state: 'mine', prompt: 'login', scope: 'photos' };
    const { target, parameters } = redirectOf(await authorize(shop.id, uri, more));
    expect([target, parameters]).toEqual([
      shop.redirectUri,
      { error: 'login_required', state: 'st', iss: server.url },
    ]);
  });

  it('a foreign request_uri is not fetched, and is refused as before', async () => {
    const query = new URLSearchParams({
      client_id: shop.id,
      ...of(shop),
      request_uri: 'https://x.example/r',
    });
    const answer = await request(server, { path: `/authorize?${query.toString()}` });
    expect(redirectOf(answer).parameters.error).toBe('request_uri_not_supported');
  });

  describe('requests that /authorize would refuse are refused at the push, and leave nothing', () => {
    it.each<[string, Form, string, RegExp]>([
      [
        'an address of nobody',
        { redirect_uri: 'https://elsewhere.example' },
        'invalid_request',
        /redirect_uri/,
      ],
      ['no address', { redirect_uri: '' }, 'invalid_request', /redirect_uri/],
      ['no response_type', { response_type: '' }, 'invalid_request', /response_type/],
      ['another response_type', { response_type: 'token' }, 'unsupported_response_type', /code/],
      ['an unknown scope', { scope: 'everything' }, 'invalid_scope', /^The scope everything is unknown\.$/],
      ['half of PKCE', { code_challenge: 'x' }, 'invalid_request', /code_challenge_method/],
      ['an unknown prompt', { prompt: 'maybe' }, 'invalid_request', /prompt/],
      ['a nonce that is too long', { nonce: 'n'.repeat(256) }, 'invalid_request', /nonce must have 1 to 255/],
      ['another API', { resource: 'https://elsewhere.example' }, 'invalid_target', /a resource/],
      ['a request_uri', { request_uri: `urn:x:${'y'.repeat(43)}` }, 'invalid_request', /request_uri is not/],
      ['a request object', { request: 'x.y.z' }, 'invalid_request', /request is not/],
      ['more than is kept', { state: '\u{1F600}'.repeat(2000) }, 'invalid_request', /too long/],
    ])('%s', async (_what, more, error, why) => {
      const before = await count(server, 'pushed_request');
      expect(refused(await push(shop, of(shop, more)))).toEqual([400, error, expect.stringMatching(why)]);
      expect(await count(server, 'pushed_request')).toBe(before);
    });

    it('refuses half a character', async () => {
      const { status } = await request(server, {
        path: PATH,
        headers: { ...basic(shop), 'Content-Type': 'application/json' },
        body: '{"response_type":"code","redirect_uri":"https://shop.example/callback","state":"\\ud800"}',
      });
      expect(status).toBe(400);
    });

    it('refuses a client that is not who it claims, or that may not call /authorize', async () => {
      expect(refused(await push({ ...shop, secret: 'wrong' }, of(shop)))[1]).toBe('invalid_client');
      expect(refused(await push({ ...shop, secret: null }, of(shop)))[1]).toBe('invalid_client');
      expect(refused(await push(backend, of(backend)))[1]).toBe('unauthorized_client');
      expect((await request(server, { path: PATH })).status).toBe(405);
    });
  });

  describe('client whose record requires pushed requests', () => {
    it('is refused an unpushed request, on its redirect_uri; with its request_uri it continues', async () => {
      const query = new URLSearchParams({ client_id: PUSHER.id, ...of(PUSHER) }).toString();
      const { parameters } = redirectOf(await request(server, { path: `/authorize?${query}` }));
      expect(parameters).toMatchObject({ error: 'invalid_request', state: 'st' });
      expect(parameters.error_description).toMatch(/\/par/);
      const uri = await pushed(PUSHER);
      expect(challengeOf((await authorize(PUSHER.id, uri)).headers.location)).not.toBeNull();
    });
  });

  describe('with a DPoP proof (RFC 9449 §10.1)', () => {
    const proof = async (key: DpopKey, method = 'POST') =>
      key.proof({ url: `${server.url}${PATH}`, at: server.clock.seconds, method });

    it('binds its code to the key of the proof', async () => {
      const [key, other] = [await DpopKey.generate(), await DpopKey.generate()];
      const bound = await push(strict, of(strict, pkceOf()), { DPoP: await proof(key) });
      expect(bound.status).toBe(201);
      const [{ query }] = await rows<{ query: string }>(
        server,
        'SELECT query FROM pushed_request WHERE query LIKE $1',
        ['%dpop_jkt%'],
      );
      expect(query).toContain(`dpop_jkt=${key.thumbprint}`);
      const same = of(strict, { ...pkceOf(), dpop_jkt: key.thumbprint });
      expect((await push(strict, same, { DPoP: await proof(key) })).status).toBe(201);
      const stored = await count(server, 'mac_nonce');
      expect(refused(await push(strict, same, { DPoP: await proof(other) }))).toEqual([
        ...[400, 'invalid_request'],
        'dpop_jkt names another key than that of the DPoP proof.',
      ]);
      expect(await count(server, 'mac_nonce')).toBe(stored); // a proof is used when everything else is right
      const used = { DPoP: await proof(key) };
      const twice = [await push(strict, same, used), await push(strict, same, used)];
      expect(twice.map(({ status, body }) => body.error ?? status)).toEqual([201, 'invalid_dpop_proof']);
    });

    it('with a bad one stores nothing', async () => {
      const key = await DpopKey.generate();
      const answer = await push(shop, of(shop), { DPoP: await proof(key, 'GET') });
      expect(refused(answer).slice(0, 2)).toEqual([400, 'invalid_dpop_proof']);
    });
  });

  it('a refusal at /authorize is in the audit, without what was sent', async () => {
    const found = await new AuditTrail(server).of(async () => {
      await authorize(shop.id, `urn:ietf:params:oauth:request_uri:${'x'.repeat(43)}`);
    });
    expect(found).toEqual([
      expect.objectContaining({
        ...{ action: 'authorization.refused', client: shop.id },
        details: {
          count: 1,
          why: 'request_uri is unknown, expired, already used, or was issued to another client.',
        },
      }),
    ]);
  });

  it('a client deleted a moment ago is refused as unknown', async () => {
    expect((await push(garden, of(garden))).status).toBe(201); // it is cached now
    await rows(server, 'DELETE FROM client WHERE client_id = $1', [garden.id]);
    expect(refused(await push(garden, of(garden)))).toEqual([401, 'invalid_client', expect.any(String)]);
  });

  it('the metadata has the address', async () => {
    const { body } = await request(server, { path: '/.well-known/oauth-authorization-server' });
    expect(body).toMatchObject({
      pushed_authorization_request_endpoint: `${server.url}/par`,
      require_pushed_authorization_requests: false,
    });
  });
});
