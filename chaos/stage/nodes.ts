import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/support/free-port.js';
import { ServerProcess } from '../../test/support/server-process.js';
import type { Cast } from './cast.js';

const SHIFTED_CLOCK = fileURLToPath(new URL('shifted-clock.mjs', import.meta.url));
const ERROR_LEVEL = 50;
const ERRORS_TOLD = 5;

const SETTINGS = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://hearth.example',
  MASTER_KEY: Buffer.alloc(32, 17).toString('base64'),
  SESSION_SECRET: 'the session secret of both nodes of the chaos',
  TRUST_PROXY: 'loopback',
  LOG_LEVEL: 'error',
  SHUTDOWN_DELAY: '2', // the load balancer looks once a second
  NETWORK_AUTHORIZATIONS: '100000', // a few workers sign in as often as a town
};

/** One place for a node: its port and its settings stay, its process may be another. */
export class Node {
  private process: ServerProcess | null = null;

  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  static async start(folder: string, cast: Cast, settings: Readonly<Record<string, string>>): Promise<Node> {
    mkdirSync(folder);
    const BOOTSTRAP_FILE = join(folder, 'bootstrap.json');
    writeFileSync(BOOTSTRAP_FILE, JSON.stringify(cast.document()), { mode: 0o600 });
    const port = await freePort();
    const all = { ...SETTINGS, BOOTSTRAP_FILE, PORT: String(port), ...settings };
    const node = new Node(`http://127.0.0.1:${port}`, folder, all);
    await node.start();
    return node;
  }

  /** @param aheadMs how far its machine's clock is ahead: then it is alive, and not ready */
  async start(aheadMs = 0): Promise<void> {
    const clock = { NODE_OPTIONS: `--import ${SHIFTED_CLOCK}`, CHAOS_CLOCK_AHEAD_MS: String(aheadMs) };
    this.process = await ServerProcess.spawn(this.folder, {
      ...this.settings,
      ...(aheadMs === 0 ? {} : clock),
    });
    await this.process.ready(aheadMs === 0 ? 'ready' : 'live');
  }

  /** As an operator does; requests in flight finish. @throws Error unless its exit code is 0 */
  async stop(): Promise<void> {
    const code = await this.process?.stop();
    if (code !== 0) throw new Error(`a node that was asked to stop ended with ${code}`);
  }

  async kill(): Promise<void> {
    this.process?.kill('SIGKILL');
    await this.process?.ended;
  }

  freeze(): void {
    this.process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.process?.kill('SIGCONT');
  }

  /** Errors of all its processes, a few of each kind. */
  get errors(): string[] {
    const logs = readdirSync(this.folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.log'))
      .map((path) => readFileSync(join(this.folder, path), 'utf8'));
    const lines = logs.join('\n').split('\n').filter(isError);
    return lines.slice(0, ERRORS_TOLD);
  }
}

function isError(line: string): boolean {
  const level = /^\{"level":(\d+)/.exec(line)?.[1];
  return level !== undefined && Number(level) >= ERROR_LEVEL;
}
