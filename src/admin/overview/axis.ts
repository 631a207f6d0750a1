import { HOUR } from '../../platform/security/clock.js';
import type { FigurePeriod } from './period.js';

const MOST_TICKS = 5;
const UTC = { timeZone: 'UTC' } as const;
const TIME = new Intl.DateTimeFormat('en-GB', { ...UTC, hour: '2-digit', minute: '2-digit' });
const DAY_NAME = new Intl.DateTimeFormat('en-GB', { ...UTC, weekday: 'short' });
const DATE = new Intl.DateTimeFormat('en-GB', { ...UTC, day: 'numeric', month: 'short' });
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Returns round values from 0 up to the first one that is not below the largest: 0, 20, 40, 60. */
export function ticksUpTo(largest: number): number[] {
  const least = Math.max(largest, 1) / (MOST_TICKS - 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, ([1, 2, 5, 10].find((times) => times * power >= least) ?? 10) * power);
  return Array.from({ length: Math.ceil(Math.max(largest, 1) / step) + 1 }, (_, index) => index * step);
}

/** Returns the label below a bar; null if it would overlap others. */
export function labelBelow(at: Date, index: number, period: FigurePeriod): string | null {
  const hour = at.getTime() / HOUR;
  switch (period) {
    case '24h':
      return hour % 6 === 0 ? TIME.format(at) : null;
    case '7d':
      return hour % 24 === 0 ? DAY_NAME.format(at) : null;
    case '30d':
      return index % 7 === 1 ? DATE.format(at) : null;
  }
}

/** "23 Nov, 14:00"; for 30 days only the day. */
export function bucketNameOf(at: Date, period: FigurePeriod): string {
  return period === '30d'
    ? `${DAY_NAME.format(at)} ${DATE.format(at)}`
    : `${DATE.format(at)}, ${TIME.format(at)}`;
}

/** "1.2K" */
export function short(count: number): string {
  return SHORT.format(count);
}
