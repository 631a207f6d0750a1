import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { hearthCommand } from '../platform/config/command-line.js';
import { Failure } from './failure.js';
import { printable } from './output.js';

/** Questions to the person at the terminal, on stderr, so that stdout has nothing but data. */
export class Prompt {
  constructor(
    private readonly input: NodeJS.ReadStream,
    private readonly output: NodeJS.WriteStream,
  ) {}

  get isTerminal(): boolean {
    return this.input.isTTY && this.output.isTTY;
  }

  async ask(question: string): Promise<string> {
    return this.read(`${question}: `, false);
  }

  /** Reads without echo. Without a terminal it reads the first line of stdin. */
  async askSecret(question: string): Promise<string> {
    if (this.isTerminal) return this.read(`${question}: `, true);
    if (this.input.isTTY) throw noTerminal(question);
    const [first] = (await readAll(this.input)).split(/\r?\n/);
    if (first === '')
      throw new Failure(
        `${question}: expected on standard input, or in a variable (see: ${hearthCommand('environment')}).`,
        'usage',
      );
    return first;
  }

  /** Confirms an irreversible action: its name must be typed, unless `isSure`. */
  async confirmByName(what: string, name: string, isSure: boolean): Promise<void> {
    if (isSure) return;
    if (!this.isTerminal) throw new Failure(`${what} Repeat the command with --yes.`, 'usage');
    if ((await this.ask(`${what}\nType ${name} to continue`)) !== name)
      throw new Failure('Nothing was changed.');
  }

  async confirm(question: string, isSure: boolean): Promise<void> {
    if (isSure) return;
    if (!this.isTerminal) throw new Failure(`${question} Repeat the command with --yes.`, 'usage');
    if (!/^y(es)?$/i.test(await this.ask(`${question} [y/N]`))) throw new Failure('Nothing was changed.');
  }

  private read(prompt: string, isSecret: boolean): Promise<string> {
    if (!this.isTerminal) throw noTerminal(prompt.replace(/: $/, ''));
    this.output.write(printable(prompt));
    const nowhere = new Writable({ write: (_chunk, _encoding, written) => written() });
    const output = isSecret ? nowhere : this.output;
    const lines = createInterface({ input: this.input, output, terminal: true, historySize: 0 });
    return new Promise<string>((resolve, reject) => {
      lines.once('line', (typed) => resolve(isSecret ? typed : typed.trim()));
      lines.once('SIGINT', () => lines.close());
      lines.once('close', () => reject(new Failure('Cancelled.'))); // Ctrl-C or Ctrl-D; no effect after a line
    }).finally(() => {
      lines.close();
      if (isSecret) this.output.write('\n');
    });
  }
}

function noTerminal(question: string): Failure {
  return new Failure(
    `${question}: there is no terminal to ask on. Use an option instead, see --help.`,
    'usage',
  );
}
