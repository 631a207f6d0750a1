import { distance } from './relative-time.js';
import type { Language } from './texts/texts.js';

interface WhenProps {
  readonly language: Language;
  readonly at: Date;
  readonly now: Date;
}

/** How long ago a time is, in the reader's language; the exact one, in UTC, is its title. */
export function When({ language, at, now }: WhenProps) {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const [count, unit] = distance(at, now) ?? ([0, 'second'] as const);
  return (
    <time datetime={at.toISOString()} title={exactTime(language, at)}>
      {words.format(count, unit)}
    </time>
  );
}

/** Day and minute, in UTC. */
export function exactTime(language: Language, at: Date): string {
  const words = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${words.format(at)} UTC`;
}

export function exactDay(language: Language, at: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}
