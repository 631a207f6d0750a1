import type { Window } from '../../platform/activity/activity-record.js';
import type { Span } from '../../platform/activity/active-accounts.js';
import { DAY, HOUR } from '../../platform/security/clock.js';

export const FIGURE_PERIODS = ['24h', '7d', '30d'] as const;
export type FigurePeriod = (typeof FIGURE_PERIODS)[number];

/** Names of the periods on pages. */
export const PERIOD_NAMES: Readonly<Record<FigurePeriod, string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
};

interface Shape {
  readonly lengthMs: number;
  /** Length of one bar of the charts. */
  readonly bucketMs: number;
  /** The period begins at the start of such a unit: an hour or a day of UTC. */
  readonly startMs: number;
  /** The unit in which active accounts are counted. */
  readonly span: Span;
}

const SHAPES: Readonly<Record<FigurePeriod, Shape>> = {
  '24h': { lengthMs: DAY, bucketMs: HOUR, startMs: HOUR, span: 'hour' },
  '7d': { lengthMs: 7 * DAY, bucketMs: 6 * HOUR, startMs: DAY, span: 'day' },
  '30d': { lengthMs: 30 * DAY, bucketMs: DAY, startMs: DAY, span: 'day' },
};

export interface Times extends Window {
  readonly span: Span;
  /** Start of each bucket until now. */
  readonly buckets: readonly Date[];
}

/** Returns the times of a period that ends now, in UTC. Its first day or hour is complete. */
export function timesOf(period: FigurePeriod, now: Date): Times {
  const { lengthMs, bucketMs, startMs, span } = SHAPES[period];
  const at = now.getTime();
  const from = at - (at % startMs) + startMs - lengthMs;
  const count = Math.floor((at - from) / bucketMs) + 1;
  const buckets = Array.from({ length: count }, (_, index) => new Date(from + index * bucketMs));
  return { from: new Date(from), until: new Date(at - (at % HOUR)), bucketMs, lengthMs, span, buckets };
}
