import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** A folder as an application has it, with the libraries that this project has. */
export class SnippetFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'hearth-snippet-'));

  constructor() {
    symlinkSync(resolve('node_modules'), join(this.path, 'node_modules'));
  }

  /**
   * Runs files with Node.js, the last one as the program.
   * @param answer to each line that it prints; null: nothing is typed
   * @returns the lines that it printed
   */
  async run(
    files: Readonly<Record<string, string>>,
    {
      env = {},
      answer,
    }: { env?: Record<string, string>; answer?: (line: string) => Promise<string | null> } = {},
  ): Promise<string[]> {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.path, name), text);
    const program = Object.keys(files).at(-1) as string;
    const child = spawn(process.execPath, [join(this.path, program)], {
      cwd: this.path,
      env: { PATH: process.env.PATH, ...env },
    });
    const errors: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    const ended = new Promise<number | null>((done) => child.once('close', done));
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      const typed = await answer?.(line);
      if (typed !== undefined && typed !== null) child.stdin.end(`${typed}\n`);
    }
    if ((await ended) !== 0) throw new Error(Buffer.concat(errors).toString());
    return lines;
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }
}
