import { jest } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Database } from '../../src/platform/database/database.js';
import type { TestServer } from './start-app.js';

interface Sent {
  readonly name?: string;
  readonly text: string;
}

/** The server's statements for the work and its requests, without its background ones. */
export async function statementsOf(server: TestServer, work: () => Promise<unknown>): Promise<Sent[]> {
  const asked = new AsyncLocalStorage<true>();
  const sent: Sent[] = [];
  const connections = connectionsOf(server);
  const { query } = connections;
  const watched = jest.spyOn(connections, 'query').mockImplementation(function (this: unknown, ...given) {
    const [statement] = given;
    if (asked.getStore()) sent.push(typeof statement === 'string' ? { text: statement } : statement);
    return query.apply(this, given);
  });
  const enter = (): void => asked.enterWith(true);
  server.httpServer.prependListener('request', enter);
  try {
    await asked.run(true, work);
    return sent;
  } finally {
    server.httpServer.off('request', enter);
    watched.mockRestore();
  }
}

/** The prototype of all connections of the server's pool. */
function connectionsOf(server: TestServer): { query: (this: unknown, ...given: [string | Sent]) => unknown } {
  const { master } = server.get(Database).dataSource.driver as unknown as {
    master: { Client: { prototype: ReturnType<typeof connectionsOf> } };
  };
  return master.Client.prototype;
}
