import 'reflect-metadata';
import { startServer, type RunningServer } from '../../src/app.setup.js';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { AppLog, createLog } from '../../src/platform/telemetry/log.js';
import { FIXTURES } from './fixtures.js';
import { FixedClock } from './fixed-clock.js';
import { freePort } from './free-port.js';
import { TestServer } from './start-app.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

const SHARED = {
  MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
  SESSION_SECRET: 'the session secret of both nodes',
  TRUST_PROXY: '127.0.0.1',
};

export interface Nodes {
  readonly a: TestServer;
  readonly b: TestServer;
  readonly databaseUrl: string;
  /** Starts another node with empty caches, as after a restart; closed with the others. */
  readonly start: (settings?: Record<string, string>, clock?: FixedClock) => Promise<TestServer>;
  readonly close: () => Promise<void>;
}

/**
 * Two servers on one PostgreSQL, like two machines behind a proxy.
 * @param shared the clock of nodes that have no other
 * @param common settings of all nodes
 * @param given a database, dropped at the end
 */
export async function startNodes(
  shared = new FixedClock(),
  common: Record<string, string> = {},
  given?: TestDatabase,
): Promise<Nodes> {
  const database = given ?? (await createTestDatabase());
  const kept = { ...database, drop: () => Promise.resolve() }; // dropped once, at the end
  const nodes: TestServer[] = [];
  const begin = async (
    settings: Record<string, string> = {},
    clock = shared,
  ): Promise<[TestServer, RunningServer]> => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const config = loadConfig({
      NODE_ENV: 'test',
      PORT: String(port),
      PUBLIC_URL: 'https://hearth.example',
      BCRYPT_COST: '4',
      ...SHARED,
      ...common,
      ...database.settings,
      ...settings,
    });
    const lines: string[] = [];
    const log = new AppLog(createLog('debug', { write: (line: string) => void lines.push(line) }));
    const running = await startServer({ config, log, clock });
    const node = new TestServer(url, clock, lines, running, kept);
    nodes.push(node);
    return [node, running];
  };
  const start: Nodes['start'] = async (...given) => (await begin(...given))[0];
  const [a, running] = await begin();
  await running.app.get(Bootstrap).apply(FIXTURES);
  const b = await start();
  const close = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop();
  };
  return { a, b, databaseUrl: database.settings.DATABASE_URL, start, close };
}
