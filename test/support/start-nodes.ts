import 'reflect-metadata';
import { startServer, type RunningServer } from '../../src/app.setup.js';
import { Bootstrap } from '../../src/bootstrap/bootstrap.service.js';
import { loadConfig } from '../../src/config/load-config.js';
import { AppLog, createLog } from '../../src/telemetry/log.js';
import { FIXTURES } from './fixtures.js';
import { FixedClock } from './fixed-clock.js';
import { freePort } from './free-port.js';
import { TestServer } from './start-app.js';
import { createTestDatabase } from './test-database.js';

const SHARED = {
  MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
  SESSION_SECRET: 'the session secret of both nodes',
  TRUST_PROXY: '127.0.0.1',
};

/** Two servers on one PostgreSQL, with one clock, as two machines behind one proxy. */
export async function startNodes(): Promise<{ a: TestServer; b: TestServer; close: () => Promise<void> }> {
  const database = await createTestDatabase();
  const kept = { settings: database.settings, drop: () => Promise.resolve() }; // dropped once, at the end
  const clock = new FixedClock();
  const start = async (): Promise<[TestServer, RunningServer]> => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const config = loadConfig({
      NODE_ENV: 'test',
      PORT: String(port),
      PUBLIC_URL: 'https://hearth.example',
      BCRYPT_COST: '4',
      ...SHARED,
      ...database.settings,
    });
    const lines: string[] = [];
    const log = new AppLog(createLog('debug', { write: (line: string) => void lines.push(line) }));
    const running = await startServer({ config, log, clock });
    return [new TestServer(url, clock, lines, running, kept), running];
  };
  const [a, running] = await start();
  await running.app.get(Bootstrap).apply(FIXTURES);
  const [b] = await start();
  const close = async (): Promise<void> => {
    await Promise.all([a.close(), b.close()]);
    await database.drop();
  };
  return { a, b, close };
}
