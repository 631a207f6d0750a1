import { styleText } from 'node:util';
import { type Cell, cellText, type Column, line, printable, widths } from './table.js';

export interface Format {
  readonly json: boolean;
  readonly ndjson: boolean;
}

/** The output of a command: data to stdout, messages to stderr. */
export interface Streams {
  readonly out: NodeJS.WriteStream;
  readonly err: NodeJS.WriteStream;
}

/** The lines about one object, by what they are called. */
export type Members = Readonly<Record<string, Cell | readonly Cell[]>>;

/** Column widths are those of the first rows, so that a long list is shown as it arrives. */
const FIRST_ROWS = 200;

/** A table for a person, tab-separated columns for a pipe, or JSON. */
export class Output {
  constructor(
    private readonly streams: Streams,
    private readonly format: Format,
    private readonly isPlain: boolean,
  ) {}

  /** Columns are for people; JSON has the objects as returned by the API. */
  async list<T, R>(columns: readonly Column<T>[], items: AsyncGenerator<T, R, void>): Promise<R> {
    if (this.format.ndjson) return drain(items, (item) => this.write(jsonText(item)));
    if (this.format.json) {
      const all: T[] = [];
      const result = await drain(items, (item) => all.push(item));
      this.write(jsonText(all, 2));
      return result;
    }
    const cells = (item: T): string[] => columns.map(({ value }) => cellText(value(item)));
    if (!this.streams.out.isTTY) return drain(items, (item) => this.write(cells(item).join('\t')));
    return this.table(columns, items, cells);
  }

  /** Shows a list that is complete already. */
  rows<T>(columns: readonly Column<T>[], items: readonly T[]): Promise<void> {
    return this.list(columns, each(items));
  }

  /** One object: a line for each of its members. */
  item(value: unknown, members: Members): void {
    if (this.isJson) return this.write(jsonText(value, this.format.ndjson ? 0 : 2));
    const { isTTY } = this.streams.out;
    const widest = Math.max(...Object.keys(members).map((name) => name.length)) + 1;
    for (const [name, cell] of Object.entries(members)) {
      const texts = (isTTY && isNone(cell) ? ['none'] : [cell].flat()).map(cellText);
      const label = isTTY ? this.style('dim', `${name}:`.padEnd(widest)) + ' ' : `${name}\t`;
      this.write((label + texts.join(isTTY ? `\n${' '.repeat(widest + 1)}` : '\t')).trimEnd());
    }
  }

  /** The result of a change: the object for a program, a sentence for a person. */
  done(sentence: string, value?: unknown): void {
    if (this.isJson && value !== undefined) this.write(jsonText(value, this.format.ndjson ? 0 : 2));
    this.say(sentence);
  }

  /** A message beside the data; it never disturbs a pipe. */
  say(sentence: string): void {
    this.streams.err.write(`${printable(sentence)}\n`);
  }

  /** Unformatted data: a script, an export. */
  write(text: string): void {
    this.streams.out.write(`${text}\n`);
  }

  /** A part of a stream, as it arrives; resolves when there is room for more. */
  writeRaw(text: string | Uint8Array): Promise<void> {
    const { out } = this.streams;
    return new Promise((resolve) => (out.write(text) ? resolve() : out.once('drain', resolve)));
  }

  get isJson(): boolean {
    return this.format.json || this.format.ndjson;
  }

  private async table<T, R>(
    columns: readonly Column<T>[],
    items: AsyncGenerator<T, R, void>,
    cells: (item: T) => string[],
  ): Promise<R> {
    const first: string[][] = [];
    let wide: number[] | null = null;
    const start = (): number[] => {
      const fitted = widths(columns, first, this.streams.out.columns || 80);
      const titles = columns.map(({ title }) => title.toUpperCase());
      this.write(this.style('bold', line(columns, titles, fitted)));
      for (const row of first) this.write(line(columns, row, fitted));
      return fitted;
    };
    const result = await drain(items, (item) => {
      if (wide) return this.write(line(columns, cells(item), wide));
      if (first.push(cells(item)) === FIRST_ROWS) wide = start();
    });
    if (first.length === 0) this.say('Nothing found.');
    else if (!wide) start();
    return result;
  }

  private style(format: 'bold' | 'dim', text: string): string {
    return this.streams.out.isTTY && !this.isPlain
      ? styleText(format, text, { validateStream: false })
      : text;
  }
}

function isNone(cell: Cell | readonly Cell[]): boolean {
  return Array.isArray(cell) && cell.length === 0;
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T, void, void> {
  yield* await Promise.resolve(items);
}

async function drain<T, R>(items: AsyncGenerator<T, R, void>, use: (item: T) => unknown): Promise<R> {
  for (;;) {
    const step = await items.next();
    if (step.done) return step.value;
    use(step.value);
  }
}

/** JSON with terminal control characters escaped: JSON itself allows those above ASCII. */
export function jsonText(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(
    /[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
