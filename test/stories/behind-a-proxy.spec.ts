import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bearer, tokensFor, basic, type Body } from '../support/a01.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { from, request } from '../support/http.js';
import { macHeader } from '../support/mac-signer.js';
import { startApp, type TestServer } from '../support/start-app.js';

const PATH = '/api/acc/getloggedaccount';
const AFAR = '203.0.113.7';
const PUBLIC = `https://hearth.example${PATH}`;
const INSECURE = {
  name: 'FizApiInsecureTransportException',
  type: 'Un',
  value: '400',
};

const signed = (server: TestServer, token: Body, url: string, algorithm: 'sha1' | 'sha256' = 'sha1') =>
  macHeader({
    id: token.access_token,
    key: token.mac_key,
    url,
    ts: server.clock.seconds,
    algorithm,
  });

describe('behind a proxy that TRUST_PROXY names (D44, D50)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => server.close());

  it('a MAC covers the host and port that the proxy was addressed by: X-Forwarded-Host', async () => {
    const token = await tokensFor(server, ANNA, 'Mac');
    const forwarded = { ...from(AFAR), 'X-Forwarded-Host': 'hearth.example' };
    const headers = { ...signed(server, token, PUBLIC), ...forwarded };
    expect((await request(server, { path: PATH, headers })).status).toBe(200);
    const own = { ...signed(server, token, `${server.url}${PATH}`), ...forwarded };
    expect((await request(server, { path: PATH, headers: own })).headers['www-authenticate']).toBe(
      'MAC error="wrong mac"',
    );
  });

  // I5.3-06
  it('accepts a Bearer token over HTTPS, refuses it over remote plain HTTP (§5.3.3)', async () => {
    const { access_token } = await tokensFor(server, ANNA);
    const call = (proto: 'http' | 'https') =>
      request(server, { path: PATH, headers: { ...bearer(access_token), ...from(AFAR, proto) } });
    expect((await call('https')).status).toBe(200);
    const { status, body } = await call('http');
    expect(status).toBe(400);
    expect(body.a01.ex).toMatchObject(INSECURE);
  });

  // I5.3-07
  it('accepts a MAC token over remote plain HTTP: §5.3.3', async () => {
    const token = await tokensFor(server, ANNA, 'Mac');
    const url = `http://hearth.example${PATH}`;
    const headers = {
      ...signed(server, token, url),
      ...from(AFAR, 'http'),
      'X-Forwarded-Host': 'hearth.example',
    };
    expect((await request(server, { path: PATH, headers })).status).toBe(200);
  });

  // I5.3-08
  it('refuses a MAC token of a strict client over plain HTTP, accepts it over HTTPS (D68)', async () => {
    const token = await tokensFor(server, ANNA, 'Mac', CLIENTS.strict);
    const call = (proto: 'http' | 'https') => {
      const url = `${proto}://hearth.example${PATH}`;
      const forwarded = { ...from(AFAR, proto), 'X-Forwarded-Host': 'hearth.example' };
      return request(server, {
        path: PATH,
        headers: { ...signed(server, token, url, 'sha256'), ...forwarded },
      });
    };
    expect((await call('https')).status).toBe(200);
    const { status, body } = await call('http');
    expect(status).toBe(400);
    expect(body.a01.ex).toEqual({
      name: 'FizApiStrictProfileException',
      type: 'Un',
      value: '400',
      message: 'Use MAC tokens over HTTPS only.',
    });
  });

  it.each([
    ['log2generateaccesstokenbypassword', '/api/log2/generateaccesstokenbypassword', 'envelope'],
    ['POST /token', '/token', 'oauth'],
    ['POST /revoke', '/revoke', 'oauth'],
  ])('refuses %s over remote plain HTTP (§4.1, §5.3.2)', async (_name, path, shape) => {
    const headers = { ...basic(CLIENTS.app), ...from(AFAR, 'http') };
    const { status, body } = await request(server, { path, headers, form: { token: 'x' } });
    expect(status).toBe(400);
    if (shape === 'oauth') expect(body.error).toBe('invalid_request');
    else expect(body.a01.ex).toMatchObject(INSECURE);
  });

  it('wrong credentials make no difference to that: transport is checked first (D36)', async () => {
    const headers = { ...basic({ id: 'nobody', secret: 'none' }), ...from(AFAR, 'http') };
    expect((await request(server, { path: '/token', headers, form: {} })).body.error).toBe('invalid_request');
  });
});

describe('with no TRUST_PROXY (D44)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  it('ignores X-Forwarded-Host: a MAC covers the Host header', async () => {
    const token = await tokensFor(server, ANNA, 'Mac');
    const forwarded = { 'X-Forwarded-Host': 'hearth.example', 'X-Forwarded-Proto': 'https' };
    const forged = { ...signed(server, token, PUBLIC), ...forwarded };
    expect((await request(server, { path: PATH, headers: forged })).headers['www-authenticate']).toBe(
      'MAC error="wrong mac"',
    );
    const own = { ...signed(server, token, `${server.url}${PATH}`), ...forwarded };
    expect((await request(server, { path: PATH, headers: own })).status).toBe(200);
  });

  it('X-Forwarded-Proto does not make plain HTTP encrypted, and its sender does not count as local', async () => {
    const { access_token } = await tokensFor(server, ANNA);
    expect((await request(server, { path: PATH, headers: bearer(access_token) })).status).toBe(200);
    for (const forwarded of [{ 'X-Forwarded-Proto': 'https' }, from(AFAR), { Forwarded: 'proto=https' }]) {
      const { status, body } = await request(server, {
        path: PATH,
        headers: { ...bearer(access_token), ...forwarded },
      });
      expect(status).toBe(400);
      expect(body.a01.ex).toMatchObject(INSECURE);
    }
  });
});

describe('with ALLOW_INSECURE_HTTP=true (D44)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '127.0.0.1', ALLOW_INSECURE_HTTP: 'true' });
  });
  afterAll(() => server.close());

  it('issues tokens and accepts Bearer over remote plain HTTP', async () => {
    const headers = { ...basic(CLIENTS.app), ...from(AFAR, 'http') };
    const form = { grant_type: 'client_credentials' };
    const { status } = await request(server, { path: '/token', headers, form });
    expect(status).toBe(200);
    const { access_token } = await tokensFor(server, ANNA);
    const used = { ...bearer(access_token), ...from(AFAR, 'http') };
    expect((await request(server, { path: PATH, headers: used })).status).toBe(200);
  });
});
