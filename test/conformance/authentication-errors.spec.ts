import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, bearer, tokensFor, type Body, wrongBearer } from '../support/a01.js';
import { ANNA, BEN, CLIENTS } from '../support/fixtures.js';
import { macHeader } from '../support/mac-signer.js';
import { openApi } from '../support/openapi-document.js';
import { raw, Recorder } from '../support/recorder.js';
import { startApp, type TestServer } from '../support/start-app.js';

type Headers = Record<string, string>;
type Fields = Record<string, string>;

const ACCOUNT_CALL = '/api/acc/getloggedaccount';
const PASSWORD_CALL = '/api/log2/generateaccesstokenbypassword';
const PASSWORD: Fields = {
  identifier: BEN.email,
  password: BEN.password,
  tokentype: 'Bearer',
  deviceId: 'd',
};
const UNKNOWN_TOKEN = 'x'.repeat(43);

describe('authentication errors (§7.1, D37–D39)', () => {
  let server: TestServer;
  let api: Recorder;
  let bearerToken: Body;
  let macToken: Body;
  let macUrl: string;
  beforeAll(async () => {
    server = await startApp();
    api = new Recorder(server);
    bearerToken = await tokensFor(server, ANNA);
    macToken = await tokensFor(server, ANNA, 'Mac');
    macUrl = `${server.url}${ACCOUNT_CALL}`;
  });
  afterAll(() => server.close());

  const signed = (changes: Partial<Parameters<typeof macHeader>[0]> = {}): Headers =>
    macHeader({
      id: macToken.access_token,
      key: macToken.mac_key,
      url: macUrl,
      ts: server.clock.seconds,
      ...changes,
    });

  const exception = (name: string, value: string, cn = 'accgetloggedaccount') => ({
    a01: { ex: { name, type: 'Un', value, message: expect.stringMatching(/^[A-Z].*\.$/) }, cn },
  });

  // I7.1-01
  it.each([
    ['unknown', { Cookie: 'JSESSIONID=s%3Aunknown.signature' }],
    ['malformed', { Cookie: 'JSESSIONID=%%%' }],
    ['empty', { Cookie: 'JSESSIONID=' }],
    ['dead, beside other cookies', { Cookie: 'a=b; JSESSIONID=x; c=d' }],
  ])(
    'answers 501 FizAccountNotFoundInSessionException for a session that is %s (§7.1, D38)',
    async (_w, headers) => {
      const { status, body } = await api.get(ACCOUNT_CALL, headers);
      expect(status).toBe(501);
      expect(body).toEqual(exception('FizAccountNotFoundInSessionException', '501'));
    },
  );

  // I7.1-01
  it('answers 501 in the session that log2out ended (§3.1, §7.1)', async () => {
    const signIn = await api.post('/api/log2/in', { identifier: BEN.email, password: BEN.password });
    const Cookie = (signIn.headers.get('set-cookie') ?? '').split(';')[0];
    expect((await api.get(ACCOUNT_CALL, { Cookie })).status).toBe(200);
    await api.post('/api/log2/out', {}, { Cookie });
    expect((await api.get(ACCOUNT_CALL, { Cookie })).status).toBe(501);
  });

  it('answers 501 to client credentials with a dead session and no account (§7.1, D38)', async () => {
    const headers = { Cookie: 'JSESSIONID=x', ...basic(CLIENTS.app) };
    expect((await api.get(ACCOUNT_CALL, headers)).status).toBe(501);
  });

  // I1-10, I7.1-05, I7.1-09
  it('answers 401 with both challenges without a cookie and a token (§7.1, D38)', async () => {
    const { status, headers, text } = await raw(server, 'GET', ACCOUNT_CALL);
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toEqual(['MAC', 'Bearer']);
    expect(JSON.parse(text)).toEqual(exception('FizAccessTokenRequiredException', '401'));
  });

  it.each([
    ['only client credentials', () => Promise.resolve(basic(CLIENTS.app))],
    [
      "a client's own token",
      async () => {
        const form = { grant_type: 'client_credentials' };
        return bearer((await api.post('/token', form, basic(CLIENTS.app))).body.access_token);
      },
    ],
  ])('answers 401 with both challenges to %s, which holds no account (D38)', async (_what, headers) => {
    const answer = await raw(server, 'GET', ACCOUNT_CALL, await headers());
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toEqual(['MAC', 'Bearer']);
  });

  // I2.3-02, I3.2-02, I7.1-02, I7.1-04
  it.each([
    ['no client authentication', {}, {}],
    ['an unknown client', {}, basic({ id: 'nobody', secret: 'x' })],
    ['a wrong secret', {}, basic({ id: CLIENTS.app.id, secret: 'wrong' })],
    ["another client's secret", {}, basic({ id: CLIENTS.app.id, secret: CLIENTS.strict.secret })],
    ['an empty secret', {}, basic({ id: CLIENTS.app.id, secret: '' })],
    ['a wrong secret in the form', { client_id: CLIENTS.app.id, client_secret: 'wrong' }, {}],
    ['only a client_id', { client_id: CLIENTS.app.id }, {}],
    ["a Public client's client_id alone", { client_id: CLIENTS.public.id }, {}],
    ['a client whose ruleset lacks the call', {}, basic(CLIENTS.provisioning)],
    ['a client that is not privileged', {}, basic(CLIENTS.thirdParty)],
  ])(
    'answers 509 FizApiKeyInsufficientRightsException to %s (§7.1, §5.1.4, D37)',
    async (_w, form, headers) => {
      const { status, body } = await api.post(PASSWORD_CALL, { ...PASSWORD, ...(form as Fields) }, headers);
      expect(status).toBe(509);
      const cn = 'log2generateaccesstokenbypassword';
      expect(body).toEqual(exception('FizApiKeyInsufficientRightsException', '509', cn));
    },
  );

  it("answers 509 to a token whose client's ruleset lacks the call (§5.1, D35)", async () => {
    const form = { grant_type: 'client_credentials' };
    const { body } = await api.post('/token', form, basic(CLIENTS.provisioning));
    expect((await api.get(ACCOUNT_CALL, bearer(body.access_token))).status).toBe(509);
  });

  it.each([
    ['with wrong credentials', basic({ id: CLIENTS.app.id, secret: 'wrong' })],
    ['of an unknown client', basic({ id: 'nobody', secret: 'x' })],
  ])('answers 509 %s even on a call that needs no account (D37)', async (_what, headers) => {
    expect((await api.get('/api/acc/ping', headers)).status).toBe(509);
  });

  const INVALID = 'FizAccessTokenInvalidException';

  // I7.1-08, I7.1-09
  it.each([
    ['an unknown Bearer token', () => bearer(UNKNOWN_TOKEN)],
    ['a Bearer token with spaces', () => bearer('a b')],
    ['an empty Bearer token', () => ({ Authorization: 'Bearer' })],
    ['a MAC token used as Bearer', () => bearer(macToken.access_token)],
    ['a refresh token used as Bearer', () => bearer(bearerToken.refresh_token)],
  ])('answers 401 with Bearer error="invalid_token" to %s (§7.1, D39)', async (_what, headers) => {
    const answer = await raw(server, 'GET', ACCOUNT_CALL, headers());
    expect(answer.status).toBe(401);
    const description = expect.stringMatching(
      /^Bearer error="invalid_token"(, error_description="[^"\\]+")?, resource_metadata="[^"]+"$/,
    );
    expect(answer.headers['www-authenticate']).toEqual([description]);
    expect(JSON.parse(answer.text)).toEqual(exception(INVALID, '401'));
  });

  // I7.1-07
  it.each([
    ['an unknown MAC token', () => signed({ id: UNKNOWN_TOKEN })],
    ['a Bearer token used as MAC', () => signed({ id: bearerToken.access_token })],
    ['a MAC made with another key', () => signed({ key: 'another' })],
    ['a MAC of another path', () => signed({ url: `${server.url}/api/acc/ping` })],
    ['a MAC of another query', () => signed({ url: `${macUrl}?x=1` })],
    ['a MAC of another method', () => signed({ method: 'POST' })],
    ['a MAC of another host', () => signed({ url: macUrl.replace('127.0.0.1', 'localhost') })],
    ['a MAC of another port', () => signed({ url: macUrl.replace(/:\d+\//, ':1/') })],
    ['a MAC with hmac-sha-256 for a hmac-sha-1 token', () => signed({ algorithm: 'sha256' })],
    ['no attributes', () => ({ Authorization: 'MAC' })],
    ['a MAC header without mac', () => ({ Authorization: 'MAC id="x", ts="1", nonce="n"' })],
    [
      'a MAC header with a word as ts',
      () => ({ Authorization: 'MAC id="x", ts="now", nonce="n", mac="eA=="' }),
    ],
    ['a MAC header with id twice', () => ({ Authorization: `${signed().Authorization}, id="y"` })],
  ])('answers 401 with MAC error="…" to %s (§7.1, D39, D50)', async (_what, headers) => {
    const answer = await raw(server, 'GET', ACCOUNT_CALL, headers());
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toEqual([expect.stringMatching(/^MAC error="[^"\\]+"$/)]);
    expect(JSON.parse(answer.text)).toEqual(exception(INVALID, '401'));
  });

  it.each([-301, 301])('answers a MAC %i s off with the time of the server (D51)', async (offset) => {
    const answer = await raw(server, 'GET', ACCOUNT_CALL, signed({ ts: server.clock.seconds + offset }));
    expect(answer.status).toBe(401);
    const challenge = `MAC error="timestamp out of range", ts="${server.clock.seconds}"`;
    expect(answer.headers['www-authenticate']).toEqual([challenge]);
  });

  it.each([-300, 300])('accepts a MAC %i s off (D51)', async (offset) => {
    expect((await api.get(ACCOUNT_CALL, signed({ ts: server.clock.seconds + offset }))).status).toBe(200);
  });

  it('answers 401 to a MAC that is sent again (D51)', async () => {
    const headers = signed({ nonce: 'once' });
    expect((await api.get(ACCOUNT_CALL, headers)).status).toBe(200);
    const again = await raw(server, 'GET', ACCOUNT_CALL, headers);
    expect(again.status).toBe(401);
    expect(again.headers['www-authenticate']).toEqual([expect.stringMatching(/^MAC error="[^"\\]+"$/)]);
  });

  it('does not use up a nonce that came with a wrong mac (D51)', async () => {
    expect((await api.get(ACCOUNT_CALL, signed({ nonce: 'kept', key: 'wrong' }))).status).toBe(401);
    expect((await api.get(ACCOUNT_CALL, signed({ nonce: 'kept' }))).status).toBe(200);
  });

  it('says the token is wrong even with a live session (D38, D39)', async () => {
    const signIn = await api.post('/api/log2/in', { identifier: BEN.email, password: BEN.password });
    const Cookie = (signIn.headers.get('set-cookie') ?? '').split(';')[0];
    expect((await api.get(ACCOUNT_CALL, { Cookie, ...bearer(UNKNOWN_TOKEN) })).status).toBe(401);
  });

  it('refuses a token beside the credentials of another client (D34)', async () => {
    const form = { client_id: CLIENTS.strict.id, client_secret: CLIENTS.strict.secret };
    const { status } = await api.post(ACCOUNT_CALL, form, bearer(bearerToken.access_token));
    expect(status).toBe(400);
  });

  // I7.1-06
  it('answers an expired Bearer token as D39 says, and not a second earlier', async () => {
    server.clock.advance({ seconds: 3599 });
    expect((await api.get(ACCOUNT_CALL, bearer(bearerToken.access_token))).status).toBe(200);
    server.clock.advance({ seconds: 1 });
    const answer = await raw(server, 'GET', ACCOUNT_CALL, bearer(bearerToken.access_token));
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toEqual([
      wrongBearer(server, 'The access token expired'),
      'MAC Expired',
    ]);
    expect(JSON.parse(answer.text)).toEqual(exception('FizAccessTokenExpiredException', '401'));
  });

  // I3.2-07, I7.1-06
  it('answers an expired MAC token with WWW-Authenticate: MAC Expired (§3.2, §7.1)', async () => {
    server.clock.advance({ days: 3 });
    const answer = await raw(server, 'GET', ACCOUNT_CALL, signed());
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toEqual(['MAC Expired']);
    expect(JSON.parse(answer.text)).toEqual(exception('FizAccessTokenExpiredException', '401'));
  });

  it('gives only errors that the OpenAPI document declares', async () => {
    await api.get(ACCOUNT_CALL);
    await api.get(ACCOUNT_CALL, bearer(bearerToken.access_token));
    await api.get(ACCOUNT_CALL, bearer(UNKNOWN_TOKEN));
    expect(api.undeclared(await openApi(server))).toEqual([]);
  });
});
