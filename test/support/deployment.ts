import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import type { Type } from '@nestjs/common';
import { startServer, type RunningServer } from '../../src/app.setup.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { Clock } from '../../src/platform/security/clock.js';
import { AppLog, createLog } from '../../src/platform/telemetry/log.js';
import { FIXTURES } from './fixtures.js';
import { freePort } from './free-port.js';
import type { Peer } from './http.js';
import type { ServerProcess } from './server-process.js';
import { Workplace } from './server-process.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';
import { TlsProxy } from './tls-proxy.js';

type Settings = Readonly<Record<string, string>>;

export const FIRST_KEYS = {
  MASTER_KEY: Buffer.alloc(32, 21).toString('base64'),
  SESSION_SECRET: 'the first session secret of both nodes',
};

/** Clients that redirect browsers to the server and back. */
const SITES = [
  { clientId: 'prints', name: 'Paper Boat Prints', redirectUrls: ['http://localhost/callback'] },
  { clientId: 'album', name: 'The album', redirectUrls: ['https://album.example/signed-in'] },
].map((site) => ({
  ...site,
  clientSecret: `${site.clientId}-secret-1`,
  ruleset: 'WEB',
  clientType: 'confidential' as const,
  isPrivileged: false,
}));

/**
 * The deployment of compose.yaml in plain processes: two built servers in production on one PostgreSQL, behind a proxy
 * that terminates TLS.
 */
export class Deployment {
  /** A server inside the test on the same database: for administrative changes and for reading stored data. */
  private inner: RunningServer | null = null;

  private constructor(
    readonly proxy: TlsProxy,
    readonly nodes: ServerProcess[],
    private readonly settings: Settings,
    private readonly place: Workplace,
    private readonly database: TestDatabase,
  ) {}

  static async start(): Promise<Deployment> {
    const [database, place, port] = [await createTestDatabase(), new Workplace('none'), await freePort()];
    const file = place.path('bootstrap.json');
    writeFileSync(file, JSON.stringify({ ...FIXTURES, clients: [...(FIXTURES.clients ?? []), ...SITES] }));
    const settings = {
      NODE_ENV: 'production',
      ...database.settings,
      ...FIRST_KEYS,
      PUBLIC_URL: `https://localhost:${port}`,
      TRUST_PROXY: '127.0.0.1',
      BOOTSTRAP_FILE: file,
      SHUTDOWN_DELAY: '1',
      BCRYPT_COST: '4',
    };
    const nodes = [await place.start(settings), await place.start(settings)];
    const proxy = await TlsProxy.start(port, nodes.map(addressOf));
    return new Deployment(proxy, nodes, settings, place, database);
  }

  /** A caller of the public address, optionally with its own IP address. */
  caller(localAddress?: string): Peer {
    const { url, ca } = this.proxy;
    return { url, ca, localAddress };
  }

  /** Restarts a node at its address, optionally with other settings. */
  async startAgain(which: number, changes: Settings = {}): Promise<void> {
    const { port } = new URL(this.nodes[which].url);
    this.nodes[which] = await this.place.start({ ...this.settings, ...changes, PORT: port });
  }

  get url(): string {
    return this.proxy.url;
  }

  async inside(): Promise<{ get<T>(type: Type<T>): T }> {
    const config = () => loadConfig({ ...this.settings, PORT: String(port), BOOTSTRAP_FILE: '' });
    const port = await freePort();
    const log = new AppLog(createLog('silent', { write: () => undefined }));
    this.inner ??= await startServer({ config: config(), log, clock: new Clock() });
    return this.inner.app;
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await this.inner?.close();
    await this.place.close();
    await this.database.drop();
  }
}

/** The address at which the proxy reaches it, the only one it listens on. */
export function addressOf(node: ServerProcess): string {
  return node.url.replace('localhost', '127.0.0.1');
}
