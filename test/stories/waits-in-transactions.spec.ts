import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { PasswordHasher } from '../../src/platform/security/password-hasher.js';
import { startApp, type TestServer } from '../support/start-app.js';

/** The check for all stories is in `startApp`; this test proves that it can fail. */
describe('wait within a transaction', () => {
  const closed = async (work: (server: TestServer) => Promise<unknown>) => {
    const server = await startApp();
    await work(server);
    return server.close();
  };
  const toItself = (server: TestServer): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.end(resolve));
    });

  it.each(['transaction', 'reading'] as const)('for the network is found in a %s', async (method) => {
    await expect(closed((server) => server.get(Database)[method](() => toItself(server)))).rejects.toThrow(
      /holds its rows across a wait[\s\S]*connect/,
    );
  });

  it('for a password is found', async () => {
    const hash = (server: TestServer) =>
      server.get(PasswordHasher).hash('a password', { party: 'nobody', isKnown: true });
    await expect(closed((server) => server.get(Database).transaction(() => hash(server)))).rejects.toThrow(
      'holds its rows across a wait',
    );
  });

  it('after the commit is no finding', async () => {
    await closed((server) =>
      server.get(Database).transaction((tx) => {
        tx.afterCommit(() => toItself(server));
        return Promise.resolve();
      }),
    );
  });
});
