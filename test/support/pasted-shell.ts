import { cpSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcess } from './command-line.js';
import { programPath } from './programs.js';
import { type ServerProcess, Workplace } from './server-process.js';
import { Terminal } from './terminal.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The programs that the documentation may use: Node and git, which README.md requires, curl, and the programs of
 * every shell.
 */
const PROGRAMS = [
  'bash',
  'cat',
  'cp',
  'curl',
  'date',
  'env',
  'expr',
  'git',
  'grep',
  'head',
  'node',
  'npm',
  'npx',
  'od',
  'sed',
  'sh',
  'tr',
];

interface Pasted {
  readonly code: number;
  /** Standard output and error, as on a terminal. */
  readonly output: string;
}

/**
 * A person's environment after cloning and starting the project: its folder, with data of its own, and a shell in
 * it.
 */
export class FreshFolder {
  private readonly place = new Workplace();
  private server: ServerProcess | null = null;

  /** @param written what `write` makes, in place of the project's: `examples` */
  constructor(private readonly written: readonly string[] = []) {}

  /** Starts the server with its demo data. */
  async start(settings: Record<string, string> = {}): Promise<void> {
    for (const name of readdirSync(PROJECT))
      if (!['.env', '.git', 'data', 'dist', ...this.written].includes(name))
        symlinkSync(join(PROJECT, name), this.place.path(name));
    // The command line is copied: its location determines the commands that it suggests.
    cpSync(join(PROJECT, 'dist'), this.place.path('dist'), {
      recursive: true,
      preserveTimestamps: true, // otherwise it would be built again
      filter: (path) => !path.endsWith('.map'),
    });
    mkdirSync(this.place.path('programs'));
    for (const program of PROGRAMS)
      symlinkSync(realpathSync(programPath(program)), this.place.path('programs', program));
    writeFileSync(this.place.path('.curlrc'), 'silent\nshow-error\n'); // on a terminal curl shows no progress either
    this.server = await this.place.start(settings);
    await this.server.announced();
  }

  /** @param path in the folder */
  write(path: string, text: string): void {
    mkdirSync(dirname(this.place.path(path)), { recursive: true });
    writeFileSync(this.place.path(path), text);
  }

  /** A terminal in the folder. */
  openTerminal(): Terminal {
    return Terminal.open(programPath('bash'), this.place.folder, this.environment);
  }

  /** What the server printed in its terminal. */
  get printedByServer(): string {
    return this.server?.output ?? '';
  }

  /** The folder of its data. */
  get data(): string {
    return this.place.path('data');
  }

  /** Runs the texts in one shell, one after another. */
  async paste(texts: readonly string[]): Promise<Pasted[]> {
    const script = texts.map((text) => `${this.here(text)}\nprintf '\\036%d\\036' $?\n`);
    const args = ['-c', `cd "$HOME"; exec 2>&1\n${script.join('')}`];
    const { out, err } = await runProcess(programPath('bash'), args, '', this.environment);
    const parts = (out + err).split('\x1e');
    return texts.map((_, index) => ({ output: parts[2 * index], code: Number(parts[2 * index + 1]) }));
  }

  /** A text of the documentation, whose server is at localhost:3000, with the address of this one. */
  here(text: string): string {
    const { host } = new URL(this.server?.url ?? 'http://localhost:3000');
    return text.replaceAll('localhost:3000', host).replaceAll('localhost%3A3000', encodeURIComponent(host));
  }

  private get environment(): Record<string, string> {
    return { PATH: this.place.path('programs'), HOME: this.place.folder };
  }

  close(): Promise<void> {
    return this.place.close();
  }
}
