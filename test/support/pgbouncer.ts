import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';

/** It refuses to run as root; this user exists on every Linux. */
const NOBODY = 65_534;

interface Options {
  readonly mode: 'session' | 'transaction';
  /** The number of connections to PostgreSQL that all clients share. */
  readonly poolSize: number;
}

/** A PgBouncer in front of a PostgreSQL, which accepts every user. */
export class PgBouncer {
  private child: ChildProcess | null = null;

  private constructor(
    private readonly program: string,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  /** The installed one; null: none. */
  static get program(): string | null {
    const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)];
    return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path)) ?? null;
  }

  static async before(database: string, { mode, poolSize }: Options): Promise<PgBouncer> {
    const { program } = PgBouncer;
    if (program === null) throw new Error('this test needs pgbouncer');
    const folder = mkdtempSync(join(tmpdir(), 'hearth-pgbouncer-'));
    const { hostname, port: target, username } = new URL(database);
    const port = await freePort();
    const ini = `[databases]
* = host=${hostname} port=${target} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 500
`;
    writeFileSync(join(folder, 'pgbouncer.ini'), ini);
    if (isRoot()) chownSync(folder, NOBODY, NOBODY);
    const pgbouncer = new PgBouncer(program, folder, port);
    await pgbouncer.start();
    return pgbouncer;
  }

  /** @param database the URL that bypasses it */
  urlOf(database: string): string {
    const url = new URL(database);
    url.port = String(this.port);
    return url.href;
  }

  async start(): Promise<void> {
    const user = isRoot() ? { uid: NOBODY, gid: NOBODY } : {};
    const ini = join(this.folder, 'pgbouncer.ini');
    this.child = spawn(this.program, [ini], { cwd: this.folder, stdio: 'ignore', ...user });
    await eventually(async () => ((await this.isListening()) ? true : null));
  }

  /** Closes every connection. */
  async stop(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child?.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async isListening(): Promise<boolean> {
    const socket = net.connect(this.port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
