import { DAY, MINUTE, SECOND } from '../security/clock.js';

const UNITS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

/** How far a time is from now, in its largest unit, negative in the past; null: just now. For Intl.RelativeTimeFormat. */
export function distance(at: Date, now: Date): [count: number, unit: (typeof UNITS)[number][0]] | null {
  const elapsed = at.getTime() - now.getTime();
  if (Math.abs(elapsed) < 30 * SECOND) return null;
  const size = Math.max(Math.abs(elapsed), MINUTE);
  const [unit, length] = UNITS.find(([, length]) => size >= length) ?? UNITS[UNITS.length - 1];
  const count = Math.max(1, Math.round(Math.abs(elapsed) / length));
  return [elapsed < 0 ? -count : count, unit];
}
