import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ClientKeys } from '../../../src/oauth/clients/client-keys.js';
import { OutsideFetchError } from '../../../src/platform/security/outside-fetch.js';
import { AuditTrail } from '../../support/audit-trail.js';
import {
  authorizePath,
  CookieBrowser,
  exchange,
  pkceOf,
  redirectOf,
  VERIFIER,
} from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { request, type RawAnswer } from '../../support/http.js';
import { asForm, KeyClient } from '../../support/key-client.js';
import { NOTES, PublishedDocuments } from '../../support/published-documents.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const ASKED = { scope: 'openid profile', ...pkceOf() };
const KEYED = { token_endpoint_auth_method: 'private_key_jwt' };
const KEYS_URL = 'https://notes.example/keys.json';
const AWAY = 'The keys of this client can not be fetched from its jwksUrl just now.';

describe('an application that nobody registered authenticates by a key (D435)', () => {
  let server: TestServer;
  let published: PublishedDocuments;
  let browser: CookieBrowser;
  let key: KeyClient;
  let next: KeyClient;
  let count = 0;
  /** Each test has an application of its own. */
  let notes: { id: string; secret: null; name: string; redirectUri: string };
  beforeAll(async () => {
    server = await startApp({ UNREGISTERED_CLIENTS: 'on' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    published = new PublishedDocuments(server);
    browser = new CookieBrowser(server);
    notes = { ...NOTES, id: `https://notes.example/${count++}.json` };
    key = await KeyClient.make(notes.id);
    next = await KeyClient.make(notes.id, { kid: 'k2', alg: 'RS256' });
    published.keys.set(KEYS_URL, { keys: [key.publicJwk] });
  });

  const publish = (keys: object = { jwks_uri: KEYS_URL }) => published.publish(notes, { ...KEYED, ...keys });
  const exchanged = async (code: string, by: KeyClient | null = key): Promise<RawAnswer> =>
    exchange(server, notes, code, { code_verifier: VERIFIER, ...(by && (await by.form(server))) });
  const refreshed = async (refresh_token: string, by: KeyClient | null = key): Promise<RawAnswer> => {
    const form = { grant_type: 'refresh_token', refresh_token, client_id: notes.id };
    return request(server, { path: '/token', form: { ...form, ...(by && (await by.form(server))) } });
  };
  const refreshTokenOf = ({ status, body }: RawAnswer): string => {
    expect(status).toBe(200);
    return (body as unknown as { refresh_token: string }).refresh_token;
  };
  const connected = async () =>
    refreshTokenOf(await exchanged((await browser.connect(ANNA, notes, ASKED)).code));
  const stored = async () =>
    (
      await rows<{ type: string; by_key: boolean; keys: string | null }>(
        server,
        'SELECT client_type AS type, requires_private_key_jwt AS by_key, jwks_url AS keys FROM client WHERE client_id = $1',
        [notes.id],
      )
    )[0];
  const invalidClient = (description?: string | RegExp) => ({
    status: 401,
    body: {
      error: 'invalid_client',
      ...(description && { error_description: expect.stringMatching(description) }),
    },
  });

  it('goes from its URL to tokens, by keys at its jwks_uri', async () => {
    publish();
    const { code } = await browser.connect(ANNA, notes, ASKED);
    expect(await stored()).toEqual({ type: 'confidential', by_key: true, keys: KEYS_URL });
    expect(published.askedForKeys).toEqual([]); // nobody waits for them in a browser
    const refresh = refreshTokenOf(await exchanged(code));
    const last = refreshTokenOf(await refreshed(refresh));
    expect(published.askedForKeys).toEqual([KEYS_URL]);
    expect((await key.post(server, '/revoke', { token: last })).status).toBe(200);
    expect(await refreshed(last)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('goes from its URL to tokens, by keys in its document', async () => {
    publish({ jwks: { keys: [key.publicJwk] } });
    const refresh = await connected();
    expect(await stored()).toEqual({ type: 'confidential', by_key: true, keys: notes.id });
    expect(refreshTokenOf(await refreshed(refresh))).toBeDefined();
    expect(published.askedForKeys).toEqual([notes.id]);
    expect(await server.get(ClientKeys).published(100)).toEqual([]); // no operator can mend them
  });

  it('gets nothing without its key, or by that of another', async () => {
    publish();
    const { code } = await browser.connect(ANNA, notes, ASKED);
    const stranger = await KeyClient.make(notes.id);
    expect(await exchanged(code, null)).toMatchObject(invalidClient());
    expect(await exchanged(code, stranger)).toMatchObject(invalidClient('does not fit the key'));
    const other = await KeyClient.make('https://other.example/client.json');
    expect(await exchanged(code, other)).toMatchObject(invalidClient());
    const refresh = refreshTokenOf(await exchanged(code));
    expect(await refreshed(refresh, null)).toMatchObject(invalidClient());
    const used = await key.form(server);
    const form = { grant_type: 'refresh_token', refresh_token: refresh, ...used };
    expect((await request(server, { path: '/token', form })).status).toBe(200);
    expect(await request(server, { path: '/token', form })).toMatchObject(invalidClient('jti'));
  });

  it.each<[string, () => void]>([
    ['at its jwks_uri', () => published.keys.set(KEYS_URL, { keys: [next.publicJwk] })],
    ['in its document', () => publish({ jwks: { keys: [next.publicJwk] } })],
  ])('changes its key without a new consent, %s', async (where, change) => {
    publish(where === 'in its document' ? { jwks: { keys: [key.publicJwk] } } : undefined);
    const refresh = await connected();
    expect(await refreshed(refresh, next)).toMatchObject(invalidClient('No key of this client'));
    change();
    const second = refreshTokenOf(await refreshed(refresh, next));
    expect(await refreshed(second)).toMatchObject(invalidClient('No key of this client'));
  });

  it('moves to other keys, or to none, by the next consent', async () => {
    publish();
    await connected();
    publish({ jwks: { keys: [next.publicJwk] } });
    server.clock.advance({ minutes: 6 });
    const { code } = await browser.connect(ANNA, notes, ASKED);
    expect(await exchanged(code)).toMatchObject(invalidClient('No key of this client'));
    expect((await exchanged(code, next)).status).toBe(200);
    published.publish(notes);
    server.clock.advance({ minutes: 6 });
    const { code: last } = await browser.connect(ANNA, notes, ASKED);
    expect(await stored()).toEqual({ type: 'public', by_key: false, keys: null });
    expect((await exchanged(last, null)).status).toBe(200);
  });

  it.each<[string, () => void]>([
    [
      'are away',
      () => published.documents.set(notes.id, new OutsideFetchError('it answered 404', { status: 404 })),
    ],
    ['are gone from it', () => published.publish(notes)],
    [
      'are in that of another',
      () =>
        published.documents.set(notes.id, {
          ...NOTES,
          client_id: NOTES.id,
          redirect_uris: [],
          jwks: { keys: [next.publicJwk] },
        }),
    ],
    ['are no keys', () => publish({ jwks: { keys: 'none' } })],
  ])('gets nothing while the keys of its document %s', async (_what, change) => {
    publish({ jwks: { keys: [key.publicJwk] } });
    const refresh = await connected();
    change();
    expect(await refreshed(refresh, next)).toMatchObject(invalidClient(AWAY));
  });

  it('pushes its request by its key, before anybody allowed it anything', async () => {
    publish();
    const parameters = { redirect_uri: notes.redirectUri, response_type: 'code', ...ASKED };
    const pushing = async (by: KeyClient | null, more: Record<string, string> = {}) =>
      request(server, {
        path: '/par',
        form: { ...parameters, ...(by ? await by.form(server) : { client_id: notes.id }), ...more },
      });
    expect(await pushing(null)).toMatchObject(invalidClient());
    expect(await pushing(null, { client_secret: 'x' })).toMatchObject(invalidClient());
    expect(await pushing(await KeyClient.make(notes.id))).toMatchObject(
      invalidClient('does not fit the key'),
    );
    const pushed = await pushing(key);
    expect(pushed.status).toBe(201);
    const { request_uri } = pushed.body as unknown as { request_uri: string };
    await browser.signIn(ANNA);
    const query = new URLSearchParams({ client_id: notes.id, request_uri });
    const begun = await browser.get(`/authorize?${query.toString()}`);
    expect(begun.headers.location).toMatch(/\/challenge\?session_id=/);
    expect(await stored()).toBeUndefined();
    expect(await new AuditTrail(server).text()).not.toContain(notes.id);
  });

  it('is no client at /token before a consent', async () => {
    publish();
    const answer = await exchanged('x');
    expect(answer).toMatchObject(
      invalidClient('No client with this client_id authenticates by private_key_jwt'),
    );
    expect([...published.fetched, ...published.askedForKeys]).toEqual([]);
  });

  it('acts for accounts only: not for itself, and for no device', async () => {
    publish();
    await connected();
    const asked = async (path: string, form: Record<string, string>) => key.post(server, path, form);
    expect(await asked('/token', { grant_type: 'client_credentials' })).toMatchObject({
      body: { error: 'unauthorized_client' },
    });
    expect(await asked('/device_authorization', {})).toMatchObject({
      body: { error: 'unauthorized_client' },
    });
    expect((await asked('/introspect', { token: 'x' })).body).toMatchObject({ error: 'unauthorized_client' });
  });

  it('is asked for each time, as those without a key', async () => {
    publish();
    await connected();
    const quiet = await browser.get(authorizePath(notes, { ...ASKED, prompt: 'none' }));
    expect(redirectOf(quiet).parameters.error).toBe('consent_required');
  });

  it('has its host asked for keys 60 times a minute, whatever their number', async () => {
    publish();
    const refresh = await connected();
    const beside = { ...notes, id: `${notes.id}.beside` };
    published.publish(beside, { ...KEYED, jwks_uri: KEYS_URL });
    const { code } = await browser.connect(ANNA, beside, ASKED);
    published.askedForKeys.length = 0;
    for (let each = 0; each < 60; each++)
      await request(server, {
        path: '/token',
        form: {
          grant_type: 'refresh_token',
          refresh_token: refresh,
          ...asForm(await key.assertion(server, {}, { kid: `u${each}` })),
        },
      });
    const of = await KeyClient.make(beside.id);
    const form = { code_verifier: VERIFIER, ...(await of.form(server)) };
    expect(await exchange(server, beside, code, form)).toMatchObject(invalidClient(AWAY));
    expect(published.askedForKeys.length).toBeLessThanOrEqual(60);
  });
});
