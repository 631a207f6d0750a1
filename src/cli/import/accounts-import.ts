import { closeSync, rmSync, writeFileSync } from 'node:fs';
import type { ImportedLine, ImportedLines } from '../api-types.js';
import type { Context } from '../context.js';
import { Failure } from '../failure.js';
import { jsonOrText } from '../http.js';
import { patiently } from '../patiently.js';
import { openPrivate } from '../private-file.js';
import { Progress } from '../progress.js';
import { ImportReport } from './import-report.js';
import type { Found, GivenOptions, ImportSource } from './source.js';

/** Limits of one request. */
const BATCH = { lines: 500, bytes: 900_000 };
/** In bytes. Without this limit, one huge field would refuse its whole batch. */
const LONGEST_LINE = 100_000;

type Line = Found & { readonly text: string };

/** What is imported, and how. */
export interface ImportOrder {
  readonly source: ImportSource;
  readonly file: string;
  readonly given: GivenOptions;
  readonly isDryRun: boolean;
}

/** Imports one export. Refused entries go to a file beside it; an interrupted import is run again. */
export class AccountsImport {
  private readonly report: ImportReport;
  private readonly rejected: string;
  private rejects: number | null = null;
  /** Identifiers of a dry run, as the server compares them: it has no earlier lines to compare with. */
  private readonly compared = new Set<string>();

  constructor(
    private readonly context: Context,
    private readonly order: ImportOrder,
  ) {
    this.report = new ImportReport(order.source, order.isDryRun);
    this.rejected = `${order.file.replace(/[/\\]+$/, '')}.rejected.ndjson`;
  }

  async run(): Promise<void> {
    const { api, output } = this.context;
    const { source, given, isDryRun } = this.order;
    await source.checkServer?.(api, given);
    const total = await this.check();
    rmSync(this.rejected, { force: true });
    const progress = new Progress(this.context.messages, total);
    let done = 0;
    try {
      for await (const batch of batches(this.entries())) {
        const results = await this.send(batch);
        batch.forEach((line, index) => this.note(line, results[index]));
        progress.show((done += batch.length), this.report.summary);
      }
    } catch (cause) {
      progress.end();
      output.say(
        `Interrupted after ${this.report.summary}. Repeat the command to continue: existing accounts are not changed.`,
      );
      throw cause;
    } finally {
      progress.end();
      if (this.rejects !== null) closeSync(this.rejects);
    }
    const seconds = Number(progress.seconds.toFixed(1));
    const { counts, summary, details } = this.report;
    const sentence = isDryRun ? `Dry run, nothing was written: ${summary}.` : `${summary} in ${seconds} s.`;
    output.done(sentence, { isDryRun, ...counts, seconds });
    for (const each of details) output.say(each);
    if (counts.refused > 0) throw new Failure(`Refused entries, with reasons, are in ${this.rejected}.`);
  }

  /** Reads everything once, so that a damaged file is found before anything is sent. @returns how many lines there are */
  private async check(): Promise<number> {
    const { source, file, given } = this.order;
    const progress = new Progress(this.context.messages, 0);
    let lines = 0;
    try {
      for await (const { text } of source.read(file, given))
        if (text !== null && ++lines % 1000 === 0) progress.note(`Reading: ${lines} accounts`);
    } finally {
      progress.end();
    }
    if (lines === 0) throw new Failure(`${file} has no accounts. Expected: ${source.file}.`);
    return lines;
  }

  private async *entries(): AsyncGenerator<Line, void, void> {
    const { source, file, given } = this.order;
    for await (const found of source.read(file, given)) {
      this.report.noteLeft(found);
      if (found.text !== null) yield withLimit({ ...found, text: found.text });
    }
  }

  /** @returns what became of each line */
  private async send(batch: readonly Line[]): Promise<readonly Result[]> {
    const sent = batch.filter(({ refusal }) => refusal === undefined);
    const results = sent.length === 0 ? [] : await this.post(sent.map(({ text }) => text).join('\n'));
    let next = 0;
    return batch.map(({ refusal }) =>
      refusal === undefined ? this.withEarlier(results[next++]) : { result: 'invalid', message: refusal },
    );
  }

  private async post(body: string): Promise<readonly ImportedLine[]> {
    const query = this.order.isDryRun ? { dryRun: true } : {};
    const post = () => this.context.api.post<ImportedLines>('/accounts/import', body, query);
    return (await patiently(post)).items;
  }

  /** In a dry run, a line may repeat an earlier one, of which the server knows nothing. */
  private withEarlier(result: ImportedLine): Result {
    const { compared = [] } = result;
    const isRepeated = compared.some((each) => this.compared.has(each));
    for (const each of compared) this.compared.add(each);
    return isRepeated ? { result: 'exists', message: 'repeats an identifier of an earlier entry' } : result;
  }

  private note({ text, place }: Line, { result, message }: Result): void {
    const account = jsonOrText(text);
    this.report.note(account, { result, message }, place);
    if (result === 'created' || message === undefined) return;
    this.rejects ??= openPrivate(this.rejected);
    writeFileSync(this.rejects, `${JSON.stringify({ ...place, message, account })}\n`);
  }
}

type Result = Pick<ImportedLine, 'result' | 'message'>;

function withLimit(line: Line): Line {
  const bytes = Buffer.byteLength(line.text);
  if (bytes <= LONGEST_LINE) return line;
  return { ...line, refusal: `has ${bytes} bytes; an account has at most ${LONGEST_LINE}` };
}

/** Splits lines into batches of one request each. */
async function* batches(lines: AsyncIterable<Line>): AsyncGenerator<readonly Line[], void, void> {
  let batch: Line[] = [];
  let size = 0;
  for await (const line of lines) {
    const length = Buffer.byteLength(line.text) + 1;
    if (batch.length > 0 && (batch.length === BATCH.lines || size + length > BATCH.bytes)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(line);
    size += length;
  }
  if (batch.length > 0) yield batch;
}
