import { existsSync, openSync, closeSync, rmSync, statSync, writeSync, createReadStream } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import type { ImportedLine, ImportedLines } from '../api-types.js';
import { type Context, examples } from '../context.js';
import { Failure } from '../failure.js';
import { Progress } from '../progress.js';
import { createInterface } from 'node:readline';

/** Limits of one request. */
const BATCH = { lines: 500, bytes: 900_000 };
/** Pauses before retries, for a server that is restarting or busy. */
const PAUSES_MS = [1000, 3000, 9000];

export function register(program: Command, context: Context): void {
  const parent = program.commands.find((command) => command.name() === 'import') ?? program.command('import');
  const accounts = parent
    .command('accounts')
    .description('Import accounts from another system, with their password hashes.')
    .argument('<file>', 'one JSON object per line: name, identifiers, passwordHash, countryCode, locale')
    .action((file: string) => new AccountsImport(context, file).run());
  examples(accounts, {
    'hearth import accounts old-users.ndjson':
      'existing accounts are not changed, so an interrupted import can be repeated',
    'jq -c .account old-users.ndjson.rejected.ndjson > again.ndjson':
      'extract the refused lines to correct and import them again',
  });
}

/** Imports one file. Refused lines go to a file beside it; an interrupted import is run again. */
class AccountsImport {
  private readonly count = { created: 0, exists: 0, invalid: 0 };
  private readonly rejected: string;
  private report: number | null = null;

  constructor(
    private readonly context: Context,
    private readonly file: string,
  ) {
    this.rejected = `${file}.rejected.ndjson`;
  }

  async run(): Promise<void> {
    const { output } = this.context;
    if (!existsSync(this.file)) throw new Failure(`File not found: ${this.file}.`, 'usage');
    rmSync(this.rejected, { force: true });
    const progress = new Progress(this.context.messages, statSync(this.file).size);
    try {
      for await (const batch of lineBatches(this.file, BATCH)) {
        this.note(batch, await this.send(batch));
        progress.show(batch.bytes, this.summary());
      }
    } catch (cause) {
      progress.end();
      output.say(
        `Interrupted after ${this.summary()}. Repeat the command to continue: existing accounts are not changed.`,
      );
      throw cause;
    } finally {
      progress.end();
      if (this.report !== null) closeSync(this.report);
    }
    const { created, exists, invalid } = this.count;
    const seconds = Number(progress.seconds.toFixed(1));
    output.done(`${this.summary()} in ${seconds} s.`, { created, exists, refused: invalid, seconds });
    if (invalid > 0) throw new Failure(`Refused lines, with reasons, are in ${this.rejected}.`);
  }

  private async send({ lines }: LineBatch): Promise<readonly ImportedLine[]> {
    const body = lines.map(({ text }) => text).join('\n');
    for (const pause of PAUSES_MS) {
      try {
        return await this.post(body);
      } catch (cause) {
        if (!(cause instanceof Failure) || cause.exitCode !== 'away') throw cause;
        await setTimeout(pause);
      }
    }
    return this.post(body);
  }

  private async post(body: string): Promise<readonly ImportedLine[]> {
    return (await this.context.api.post<ImportedLines>('/accounts/import', body)).items;
  }

  private note({ lines }: LineBatch, results: readonly ImportedLine[]): void {
    for (const { line, result, message } of results) {
      this.count[result]++;
      if (result !== 'invalid') continue;
      const { number, text } = lines[line - 1];
      this.report ??= openNew(this.rejected);
      writeSync(this.report, `${JSON.stringify({ line: number, message, account: parsed(text) })}\n`);
    }
  }

  private summary(): string {
    const { created, exists, invalid } = this.count;
    return `${created} created, ${exists} already existed, ${invalid} refused`;
  }
}

/** The file contains password hashes: it is readable by its owner only, and never an existing file or link. */
function openNew(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new Failure(code === 'EEXIST' ? `${file} already exists.` : message);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Consecutive lines of a file, without empty ones. */
interface LineBatch {
  readonly lines: readonly { readonly number: number; readonly text: string }[];
  /** Bytes of the file up to the end of this batch. */
  readonly bytes: number;
}

/** Splits a file into batches of one request each, without ever having all of it in memory. */
async function* lineBatches(
  file: string,
  most: { readonly lines: number; readonly bytes: number },
): AsyncGenerator<LineBatch, void, void> {
  let lines: { number: number; text: string }[] = [];
  let [number, bytes, size] = [0, 0, 0];
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const length = Buffer.byteLength(text) + 1;
    number++;
    if (text.trim() !== '') {
      if (lines.length > 0 && (lines.length === most.lines || size + length > most.bytes)) {
        yield { lines, bytes };
        [lines, size] = [[], 0];
      }
      lines.push({ number, text: text.trim() });
      size += length;
    }
    bytes += length;
  }
  if (lines.length > 0) yield { lines, bytes };
}
