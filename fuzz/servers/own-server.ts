import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Address } from '../wire/connection.js';
import type { Listener, LogLine, Use, Server } from './server.js';

const PRELOAD = fileURLToPath(new URL('./settle.mjs', import.meta.url));
const HOST = '127.0.0.1';
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 20_000;
const POLL_MS = 20;

/** The program to start: a file for Node and its environment. */
export interface Program {
  readonly description: string;
  readonly file: string;
  readonly port: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A server as a child process: its log is read, its memory measured, and it can be restarted. */
export class OwnServer implements Server {
  readonly clock = 'the server’s log';
  readonly isProxied = true;
  readonly isOwn = true;
  readonly address: Address;
  readonly url: string;
  private child: ChildProcess | null = null;
  private exit: Promise<void> = Promise.resolve();
  private isStopping = false;
  private settled = 0;

  private constructor(
    private readonly program: Program,
    private readonly listener: Listener,
  ) {
    this.address = { host: HOST, port: program.port };
    this.url = `http://${HOST}:${program.port}`;
  }

  static async start(program: Program, listener: Listener): Promise<OwnServer> {
    const server = new OwnServer(program, listener);
    await server.start();
    return server;
  }

  get description(): string {
    return this.program.description;
  }

  get hasEnded(): boolean {
    return this.child === null || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  use(): Promise<Use | null> {
    const { child } = this;
    if (!child || this.hasEnded) return Promise.resolve(null);
    const settle = ++this.settled;
    return new Promise((resolve) => {
      const done = (use: Use | null): void => {
        child.off('message', answered);
        child.off('exit', ended);
        resolve(use);
      };
      const answered = (message: { settled: number } & Use): void => {
        if (message.settled === settle) done(message);
      };
      const ended = (): void => done(null);
      child.on('message', answered);
      child.on('exit', ended);
      // The channel may be closed before the exit is known.
      child.send({ settle }, (cause) => {
        if (cause) done(null);
      });
    });
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    if (!this.hasEnded) {
      this.child?.kill('SIGTERM');
      const limit = setTimeout(() => this.child?.kill('SIGKILL'), STOP_LIMIT_MS);
      await this.exit;
      clearTimeout(limit);
    }
    await this.exit;
  }

  private async start(): Promise<void> {
    this.isStopping = false;
    const { file, cwd, env } = this.program;
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, ['--expose-gc', '--import', PRELOAD, file], {
      cwd,
      env: { PATH, HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.child = child;
    const kill = (): void => void child.kill('SIGKILL'); // whatever happens here: it must not keep running
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    this.exit = new Promise((resolve) => child.once('exit', () => resolve()));
    child.once('exit', (code, signal) => {
      if (!this.isStopping) this.listener.ended(signal ?? `exit code ${code}`);
    });
    this.listenTo(child);
    await this.ready(child);
  }

  private listenTo({ stdout, stderr }: ChildProcess): void {
    if (stdout) createInterface(stdout).on('line', (text) => this.listener.line(text, parsed(text)));
    if (stderr) createInterface(stderr).on('line', (text) => this.listener.complaint(text));
  }

  private async ready(child: ChildProcess): Promise<void> {
    for (const end = performance.now() + START_LIMIT_MS; performance.now() < end; await sleep(POLL_MS)) {
      if (child.exitCode !== null || child.signalCode !== null) break;
      const answer = await fetch(`${this.url}/health/ready`).catch(() => null);
      if (answer?.status === 200) return;
    }
    throw new Error(`${this.description} did not start`);
  }
}

/** A log line about a request; null for any other. */
function parsed(text: string): LogLine | null {
  if (!text.startsWith('{') || !text.includes('"requestId"') || !text.includes('"ms"')) return null;
  try {
    const line = JSON.parse(text) as LogLine;
    return typeof line.ms === 'number' ? line : null;
  } catch {
    return null;
  }
}
