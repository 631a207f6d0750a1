import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { atEnd } from './clean-up.js';
import { pinned } from './cores.js';

const STOP_LIMIT_MS = 15_000;

interface ChildOptions {
  readonly core: number | null;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdio: StdioOptions;
  readonly uid?: number;
  readonly stopSignal?: NodeJS.Signals;
}

/** A child process of this run; ended with it, by its pid. */
export class Child {
  readonly process: ChildProcess;
  private readonly exit: Promise<void>;

  constructor(
    command: readonly string[],
    private readonly options: ChildOptions,
  ) {
    const [file, ...args] = pinned(options.core, command);
    const { PATH = '', HOME = '' } = process.env;
    const { cwd, stdio, uid, env } = options;
    // In its own process group: Ctrl-C only reaches the bench, which stops the others in order.
    this.process = spawn(file, args, {
      cwd,
      stdio,
      uid,
      gid: uid,
      detached: true,
      env: { PATH, HOME, ...env },
    });
    this.exit = new Promise((resolve) => {
      this.process.once('exit', () => resolve());
      this.process.once('error', () => resolve());
    });
    atEnd(() => this.stop());
    process.once('exit', () => this.process.kill('SIGKILL')); // last resort: it should be gone by then
  }

  get pid(): number {
    if (this.process.pid === undefined) throw new Error(`${this.process.spawnfile} could not be started`);
    return this.process.pid;
  }

  get hasEnded(): boolean {
    return (
      this.process.pid === undefined || this.process.exitCode !== null || this.process.signalCode !== null
    );
  }

  /** Asks the process to stop, and kills it if it does not. */
  async stop(): Promise<void> {
    if (this.hasEnded) return;
    this.process.kill(this.options.stopSignal ?? 'SIGTERM');
    const limit = setTimeout(() => this.process.kill('SIGKILL'), STOP_LIMIT_MS);
    await this.exit;
    clearTimeout(limit);
  }
}

const TYPESCRIPT = ['--import', '@swc-node/register/esm-register'];

/** The command line of a TypeScript file of the bench. */
export function script(url: URL, ...args: string[]): string[] {
  return [process.execPath, ...TYPESCRIPT, url.pathname, ...args];
}
