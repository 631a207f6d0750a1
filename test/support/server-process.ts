import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, LONGEST_MS } from './eventually.js';
import { freePort } from './free-port.js';

/** The server as built here. */
export const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The built server as a separate process with, of this process's environment, only PATH. */
export class ServerProcess {
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  private hasEnded = false;

  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly files: { out: string; err: string },
  ) {
    this.ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.hasEnded = true;
        resolve(code ?? signal ?? 'SIGKILL');
      });
    });
  }

  /** Spawns without waiting; runs in the folder, so that the project's .env is not read. */
  static async spawn(folder: string, env: Record<string, string> = {}, main = MAIN): Promise<ServerProcess> {
    const port = env.PORT ?? String(await freePort());
    const run = mkdtempSync(join(folder, 'run-'));
    const files = { out: join(run, 'out.log'), err: join(run, 'err.log') };
    const [out, err] = [openSync(files.out, 'w'), openSync(files.err, 'w')];
    const child = spawn(process.execPath, [main], {
      cwd: folder,
      stdio: ['ignore', out, err],
      env: {
        PATH: process.env.PATH ?? '',
        PORT: port,
        DATA_DIR: join(folder, 'data'),
        BCRYPT_COST: '4',
        LOG_LEVEL: 'fatal',
        ...env,
      },
    });
    closeSync(out);
    closeSync(err);
    return new ServerProcess(`http://localhost:${port}`, child, files);
  }

  /** @param check one of its health checks */
  async ready(check: 'ready' | 'live' = 'ready'): Promise<void> {
    await eventually(async () => {
      if (this.hasEnded) throw new Error(`it did not start: ${this.errors}`);
      const answer = await fetch(`${this.url}/health/${check}`).catch(() => null);
      return answer?.status === 200 ? true : null;
    });
  }

  /** Waits for the text for people, which follows the start and the demo data. */
  async announced(): Promise<void> {
    await eventually(() => Promise.resolve(this.output.includes('Hearth is running') ? true : null));
  }

  get pid(): number {
    return this.child.pid as number;
  }

  get output(): string {
    return readFileSync(this.files.out, 'utf8');
  }

  get errors(): string {
    return readFileSync(this.files.err, 'utf8');
  }

  kill(signal: NodeJS.Signals): void {
    if (!this.hasEnded) this.child.kill(signal);
  }

  /** Sends SIGTERM and returns the exit code. */
  async stop(): Promise<number | NodeJS.Signals> {
    this.kill('SIGTERM');
    return this.ended;
  }
}

/** A temporary folder with the servers of a test; `close` kills those still running and deletes the folder. */
export class Workplace {
  readonly folder = mkdtempSync(join(process.env.HEARTH_TEST_FOLDER as string, 'process-'));
  private readonly servers: ServerProcess[] = [];

  /**
   * @param data `migrated`: a copy of the embedded database of the run's set-up, which saves seconds; `none`: the
   * state before a first start
   */
  constructor(data: 'migrated' | 'none' = 'migrated') {
    const template = join(process.env.HEARTH_TEST_FOLDER as string, 'template');
    if (data === 'migrated') cpSync(template, this.path('data'), { recursive: true });
  }

  async spawn(env?: Record<string, string>, main?: string): Promise<ServerProcess> {
    const server = await ServerProcess.spawn(this.folder, env, main);
    this.servers.push(server);
    return server;
  }

  async start(env?: Record<string, string>, main?: string): Promise<ServerProcess> {
    const server = await this.spawn(env, main);
    await server.ready();
    return server;
  }

  /** Runs a server that must fail to start: its exit code and message. */
  async failure(env: Record<string, string>): Promise<{ code: number | NodeJS.Signals; message: string }> {
    const server = await this.spawn(env);
    const limit = setTimeout(() => server.kill('SIGKILL'), LONGEST_MS);
    const code = await server.ended;
    clearTimeout(limit);
    return { code, message: server.errors };
  }

  path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  async close(): Promise<void> {
    for (const server of this.servers) server.kill('SIGKILL');
    await Promise.all(this.servers.map(({ ended }) => ended));
    rmSync(this.folder, { recursive: true, force: true });
  }
}
