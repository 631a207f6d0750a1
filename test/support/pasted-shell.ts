import { cpSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcess } from './command-line.js';
import { programPath } from './programs.js';
import { Workplace } from './server-process.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The programs that the documentation may use: Node and git, which README.md requires, curl, and the programs of
 * every shell.
 */
const PROGRAMS = [
  'bash',
  'cat',
  'curl',
  'date',
  'env',
  'expr',
  'git',
  'grep',
  'head',
  'node',
  'npm',
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
  private host = '';

  /** Starts the server with its demo data. */
  async start(): Promise<void> {
    for (const name of readdirSync(PROJECT))
      if (!['.env', '.git', 'data', 'dist'].includes(name))
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
    const server = await this.place.start();
    await server.announced();
    this.host = new URL(server.url).host;
  }

  /** Runs the texts in one shell, one after another. */
  async paste(texts: readonly string[]): Promise<Pasted[]> {
    const script = texts.map((text) => `${this.here(text)}\nprintf '\\036%d\\036' $?\n`);
    const env = { PATH: this.place.path('programs'), HOME: this.place.folder };
    const args = ['-c', `cd "$HOME"; exec 2>&1\n${script.join('')}`];
    const { out, err } = await runProcess(programPath('bash'), args, '', env);
    const parts = (out + err).split('\x1e');
    return texts.map((_, index) => ({ output: parts[2 * index], code: Number(parts[2 * index + 1]) }));
  }

  /** A text of the documentation, whose server is at localhost:3000, with the address of this one. */
  here(text: string): string {
    return text
      .replaceAll('localhost:3000', this.host)
      .replaceAll('localhost%3A3000', encodeURIComponent(this.host));
  }

  close(): Promise<void> {
    return this.place.close();
  }
}
