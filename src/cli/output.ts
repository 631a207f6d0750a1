import { styleText } from 'node:util';
import stringWidth from 'string-width';

/** A column of a list. */
export interface Column<T> {
  readonly title: string;
  readonly value: (item: T) => Cell;
  /** Never shortened: for copying into the next command. */
  readonly isWhole?: boolean;
}

export type Cell = string | number | boolean | null | undefined;

type CellsOf<T> = { [Name in keyof T & string]-?: T[Name] extends Cell ? Name : never }[keyof T & string];
/** A member as a column: `client:clientId`, or only its name where that is the title. */
type Titled<T> = CellsOf<T> | `${string}:${CellsOf<T>}`;

/** Columns of members. @param whole those that are never shortened */
export function columns<T>(whole: readonly Titled<T>[], others: readonly Titled<T>[] = []): Column<T>[] {
  return [...whole, ...others].map((text, at) => {
    const [title, member = title] = text.split(':');
    return { title, value: (item) => item[member as keyof T] as Cell, isWhole: at < whole.length };
  });
}

const GAP = 2;
const NARROWEST = 6;
// Characters that move the cursor, colour the screen or change the direction of writing: user-chosen names may have
// them.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A value as one line of printable text. */
export function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return String(cell).replace(UNPRINTABLE, ' ');
}

/** Text of several lines without unprintable characters, for messages: parts may come from a server or a file. */
export function printable(text: string): string {
  return text.split('\n').map(cellText).join('\n');
}

/** The width of each column so that a row fits the line: the widest ones are reduced first. */
function widths<T>(columns: readonly Column<T>[], rows: readonly string[][], available: number): number[] {
  const wanted = columns.map(({ title }, at) =>
    Math.max(stringWidth(title), ...rows.map((row) => stringWidth(row[at]))),
  );
  const room = available - GAP * (columns.length - 1);
  const given = [...wanted];
  for (let over = given.reduce((sum, width) => sum + width, 0) - room; over > 0; over--) {
    const widest = Math.max(...given.filter((width, at) => !columns[at].isWhole && width > NARROWEST));
    if (!Number.isFinite(widest)) break;
    given[given.findIndex((width, at) => !columns[at].isWhole && width === widest)]--;
  }
  return given;
}

function line<T>(columns: readonly Column<T>[], row: readonly string[], wide: readonly number[]): string {
  const cells = row.map((text, at) => {
    const fitted = columns[at].isWhole ? text : shortened(text, wide[at]);
    return fitted + ' '.repeat(Math.max(0, wide[at] - stringWidth(fitted)));
  });
  return cells.join(' '.repeat(GAP)).trimEnd();
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The start of a text that is too wide, with an ellipsis. */
function shortened(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let left = width - 1;
  for (const { segment } of characters.segment(text)) {
    left -= stringWidth(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}

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
