import type { Reader } from './reader.js';
import { distance } from './relative-time.js';

/** In which language, and in which time zone, a time is read. */
type TimeReader = Pick<Reader, 'language' | 'timeZone'>;

interface WhenProps {
  readonly reader: TimeReader;
  readonly at: Date;
  readonly now: Date;
}

const DAY = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const TIME = { ...DAY, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

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
  return formatted(reader, at, TIME);
}

/** The same in fewer letters, for what is read at once: "Mar 1, 2:05 PM CET". */
export function shortTime(reader: TimeReader, at: Date): string {
  return formatted(reader, at, { ...TIME, year: undefined, month: 'short' });
}

export function exactDay(reader: TimeReader, at: Date): string {
  return formatted(reader, at, DAY);
}

function formatted({ language, timeZone }: TimeReader, at: Date, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, { ...parts, timeZone }).format(at);
}
