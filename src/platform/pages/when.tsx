import type { Reader } from './reader.js';
import { DAY, MINUTE, SECOND } from '../security/clock.js';

/** The language and time zone in which a time is shown. */
type TimeReader = Pick<Reader, 'language' | 'timeZone'>;

interface WhenProps {
  readonly reader: TimeReader;
  readonly at: Date;
  readonly now: Date;
}

const DAY_PARTS = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const TIME_PARTS = { ...DAY_PARTS, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/** How long ago a time is, in the reader's language; the exact one is its title. */
export function When({ reader, at, now }: WhenProps) {
  const words = new Intl.RelativeTimeFormat(reader.language, { numeric: 'auto' });
  const [count, unit] = distance(at, now) ?? ([0, 'second'] as const);
  return (
    <time datetime={at.toISOString()} title={exactTime(reader, at)}>
      {words.format(count, unit)}
    </time>
  );
}

/** Day, minute and the name of the zone: "1 March 2026 at 14:05 CET". */
export function exactTime(reader: TimeReader, at: Date): string {
  return exactTimes(reader)(at);
}

/** `exactTime` for many times: a format takes longer to make than to use. */
export function exactTimes(reader: TimeReader): (at: Date) => string {
  const format = formatOf(reader, TIME_PARTS);
  return (at) => format.format(at);
}

/** Returns a form for a time of the next days: "Monday, 30 November at 08:19 CET". */
export function comingTime(reader: TimeReader, at: Date): string {
  return formatted(reader, at, { ...TIME_PARTS, year: undefined, weekday: 'long' });
}

/** Returns a short form for a quick look: "Mar 1, 2:05 PM CET". */
export function shortTime(reader: TimeReader, at: Date): string {
  return formatted(reader, at, { ...TIME_PARTS, year: undefined, month: 'short' });
}

export function exactDay(reader: TimeReader, at: Date): string {
  return formatted(reader, at, DAY_PARTS);
}

function formatted(reader: TimeReader, at: Date, parts: Intl.DateTimeFormatOptions): string {
  return formatOf(reader, parts).format(at);
}

function formatOf(
  { language, timeZone }: TimeReader,
  parts: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { ...parts, timeZone });
}

const UNITS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

/** Returns how far a time is from now, in its largest unit, negative in the past; null: just now. For Intl.RelativeTimeFormat. */
export function distance(at: Date, now: Date): [count: number, unit: (typeof UNITS)[number][0]] | null {
  const elapsed = at.getTime() - now.getTime();
  if (Math.abs(elapsed) < 30 * SECOND) return null;
  const size = Math.max(Math.abs(elapsed), MINUTE);
  const [unit, length] = UNITS.find(([, length]) => size >= length) ?? UNITS[UNITS.length - 1];
  const count = Math.max(1, Math.round(Math.abs(elapsed) / length));
  return [elapsed < 0 ? -count : count, unit];
}
