import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from '../../src/cli/environment.js';
import { run } from '../../src/cli/run.js';

const HEARTH = fileURLToPath(new URL('../../dist/bundle/hearth.js', import.meta.url));

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Given {
  readonly env?: Record<string, string>;
  /** Its standard input, which is never a terminal. */
  readonly input?: string;
}

/** The command line, with its own home folder and nothing of this process's environment. */
export class CommandLine {
  readonly home = mkdtempSync(join(process.env.HEARTH_TEST_FOLDER as string, 'cli-'));

  constructor(private readonly env: Readonly<Record<string, string>> = {}) {}

  /** In this process: starting one takes longer than most commands. */
  async run(args: readonly string[], { env, input = '' }: Given = {}): Promise<Run> {
    const streams = { in: Readable.from([input]), out: new PassThrough(), err: new PassThrough() };
    const said = [text(streams.out), text(streams.err)] as const;
    const environment = readEnvironment({ ...this.variables, ...env });
    const code = await run(args, environment, streams as unknown as Parameters<typeof run>[2]);
    streams.out.end();
    streams.err.end();
    const [out, err] = await Promise.all(said);
    return { code, out, err };
  }

  /** As people run it: the built program, in a process of its own. */
  runBuilt(args: readonly string[], { env, input = '' }: Given = {}): Promise<Run> {
    const variables = { PATH: process.env.PATH ?? '', ...this.variables, ...env };
    return runProcess(process.execPath, [HEARTH, ...args], input, variables);
  }

  get profiles(): string {
    return join(this.home, 'hearth', 'profiles.json');
  }

  close(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  private get variables(): Record<string, string> {
    return { XDG_CONFIG_HOME: this.home, ...this.env };
  }
}

export function runProcess(
  command: string,
  args: readonly string[],
  input: string,
  env: NodeJS.ProcessEnv,
  cwd?: string,
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, cwd });
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (part: string) => (said.out += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (said.err += part));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? -1, ...said }));
    child.stdin.on('error', () => undefined); // it exited without reading
    child.stdin.end(input);
  });
}
