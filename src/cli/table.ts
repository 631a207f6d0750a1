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
export function widths<T>(
  columns: readonly Column<T>[],
  rows: readonly string[][],
  available: number,
): number[] {
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

export function line<T>(
  columns: readonly Column<T>[],
  row: readonly string[],
  wide: readonly number[],
): string {
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
