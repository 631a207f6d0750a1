import type { Window } from '../../platform/activity/activity-record.js';
import type { Span } from '../../platform/activity/active-accounts.js';
import { DAY, HOUR } from '../../platform/security/clock.js';

export const PERIODS = ['24h', '7d', '30d'] as const;
export type Period = (typeof PERIODS)[number];

/** For people. */
export const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
};

interface Shape {
  readonly lengthMs: number;
  /** One mark of the charts. */
  readonly bucketMs: number;
  /** The period begins with a whole one: an hour or a day of UTC. */
  readonly startMs: number;
  /** What active accounts are counted by. */
  readonly span: Span;
}

const SHAPES: Readonly<Record<Period, Shape>> = {
  '24h': { lengthMs: DAY, bucketMs: HOUR, startMs: HOUR, span: 'hour' },
  '7d': { lengthMs: 7 * DAY, bucketMs: 6 * HOUR, startMs: DAY, span: 'day' },
  '30d': { lengthMs: 30 * DAY, bucketMs: DAY, startMs: DAY, span: 'day' },
};

export interface Times extends Window {
  readonly span: Span;
  /** Start of each bucket until now. */
  readonly buckets: readonly Date[];
}

/** A period that ends now, in UTC; its first day or hour is a whole one. */
export function timesOf(period: Period, now: Date): Times {
  const { lengthMs, bucketMs, startMs, span } = SHAPES[period];
  const at = now.getTime();
  const from = at - (at % startMs) + startMs - lengthMs;
  const count = Math.floor((at - from) / bucketMs) + 1;
  const buckets = Array.from({ length: count }, (_, index) => new Date(from + index * bucketMs));
  return { from: new Date(from), until: new Date(at - (at % HOUR)), bucketMs, lengthMs, span, buckets };
}
