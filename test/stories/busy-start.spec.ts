import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CALLER_MS } from '../../src/platform/waits.js';
import { refresh, tokensFor } from '../support/a01.js';
import { ANNA } from '../support/fixtures.js';
import { startApp, type TestServer } from '../support/start-app.js';

describe('start that kept its process busy for longer than a caller waits (D49)', () => {
  let server: TestServer;
  const uptime = performance.now.bind(performance);
  let busyMs = 0;
  beforeAll(async () => {
    jest.spyOn(performance, 'now').mockImplementation(() => uptime() + busyMs);
    const furnish = () => {
      busyMs = 2 * CALLER_MS;
      return Promise.resolve();
    };
    server = await startApp({}, undefined, { furnish });
  });
  afterAll(async () => {
    await server.close();
    jest.restoreAllMocks();
  });

  it('refuses no sign-in and no refresh once the server listens; a standstill after that still counts', async () => {
    const { refresh_token: first } = await tokensFor(server, ANNA);
    const { status, body } = await refresh(server, first);
    expect(status).toBe(200);
    busyMs += 2 * CALLER_MS;
    expect((await refresh(server, body.refresh_token)).status).toBe(503);
  });
});
