import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HEARTH = fileURLToPath(new URL('../../dist/bundle/hearth.js', import.meta.url));

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The built command line, with its own home folder and, of this process's environment, only PATH. */
export class CommandLine {
  readonly home = mkdtempSync(join(process.env.HEARTH_TEST_FOLDER as string, 'cli-'));

  constructor(private readonly env: Readonly<Record<string, string>> = {}) {}

  /** @param input its standard input, which is never a terminal */
  run(args: readonly string[], { env, input = '' }: { env?: Record<string, string>; input?: string } = {}) {
    return runProcess(process.execPath, [HEARTH, ...args], input, {
      PATH: process.env.PATH ?? '',
      XDG_CONFIG_HOME: this.home,
      ...this.env,
      ...env,
    });
  }

  get profiles(): string {
    return join(this.home, 'hearth', 'profiles.json');
  }

  close(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

export function runProcess(
  command: string,
  args: readonly string[],
  input: string,
  env: NodeJS.ProcessEnv,
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env });
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? -1, ...said }));
    child.stdin.on('error', () => undefined); // it exited without reading
    child.stdin.end(input);
  });
}
