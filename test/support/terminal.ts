import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from './eventually.js';

/** After each command, with its exit code. */
const END = /\x1e(\d+)\x1e/;

/** A shell that a person pastes commands into, each as soon as the one before has ended. */
export class Terminal {
  /** Whether a program is running that waits for Ctrl+C. */
  isBusy = false;
  private said = '';
  private readonly ended: Promise<unknown>;

  private constructor(private readonly shell: ChildProcess) {
    this.ended = once(shell, 'exit');
    for (const stream of [shell.stdout, shell.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.said += text));
  }

  /** @param bash the path of a shell @param folder where it begins */
  static open(bash: string, folder: string, env: Record<string, string>): Terminal {
    // A process group of its own, so that Ctrl+C reaches everything that was started in it.
    const stdio = ['pipe', 'pipe', 'pipe', 'pipe'] as const;
    const terminal = new Terminal(spawn(bash, [], { cwd: folder, env, detached: true, stdio: [...stdio] }));
    terminal.type('exec 2>&1; trap : INT');
    return terminal;
  }

  /** Pastes commands, without waiting. */
  paste(text: string): void {
    this.said = '';
    // The keyboard of a program, on which nothing is typed: what the shell has still to read is not for it.
    this.type(`{\n${text}\n} <&3\nprintf '\\036%d\\036' $?`);
  }

  /** What was printed since the last paste. */
  get output(): string {
    return this.said.replace(END, '');
  }

  /** Waits until all that was pasted has ended. @returns the exit code */
  async code(): Promise<number> {
    return Number(await eventually(() => Promise.resolve(END.exec(this.said)?.[1] ?? null)));
  }

  /** Ends what runs in it, as Ctrl+C does, and then the shell. @returns seconds of a processor that all of it took */
  async close(): Promise<number> {
    if (this.isBusy) {
      process.kill(-(this.shell.pid as number), 'SIGINT');
      await this.code();
    }
    this.paste('times');
    await this.code();
    this.shell.stdin?.end();
    await this.ended;
    const times = [...this.output.matchAll(/(\d+)m([\d.]+)s/g)];
    return times.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
  }

  /** Ends everything in it at once. */
  async kill(): Promise<void> {
    process.kill(-(this.shell.pid as number), 'SIGKILL');
    await this.ended;
  }

  private type(text: string): void {
    this.shell.stdin?.write(`${text}\n`);
  }
}
