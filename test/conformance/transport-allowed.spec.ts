import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, bearer, loggedAccount, post } from '../support/a01.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { startApp, type TestServer } from '../support/start-app.js';

/** A remote caller over plain HTTP, at a server without a known proxy. */
const FAR = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'http' };

describe('transport with ALLOW_INSECURE_HTTP=true (D44)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({ ALLOW_INSECURE_HTTP: 'true' });
  });
  afterAll(() => server.close());

  // I5.3-09
  it('issues, takes and refreshes Bearer tokens over plain HTTP', async () => {
    const form = { grant_type: 'password', username: ANNA.email, password: ANNA.password };
    const headers = { ...FAR, ...basic(CLIENTS.app) };
    const { status, body } = await post(server, '/token', form, headers);
    expect(status).toBe(200);
    expect((await loggedAccount(server, { ...FAR, ...bearer(body.access_token) })).status).toBe(200);
    const again = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
    expect((await post(server, '/token', again, headers)).status).toBe(200);
  });
});
