import type { BucketCount, SeenAccounts } from '../../platform/activity/activity-record.js';
import { estimateOf } from '../../platform/activity/sketch.js';
import { DAY } from '../../platform/security/clock.js';
import type { FigureView, PointView, RefusalsView } from './overview.view.js';
import type { Times } from './period.js';

const REASONS = 10;
const REFUSED = 'refused:';
/** Refused sign-ins. Throttled attempts are left out, since they were not checked. */
const FAILED_SIGN_INS = ['signin', 'validation-token.refused', 'assertion.refused'].map(
  (action) => REFUSED + action,
);

interface Counted {
  readonly signIns: FigureView;
  readonly failures: FigureView;
  readonly tokens: FigureView;
  readonly families: FigureView;
}

export function figuresOf(counts: readonly BucketCount[], times: Times): Counted {
  const of = (...kinds: string[]): FigureView => {
    const own = counts.filter(({ kind }) => kinds.includes(kind));
    const points = times.buckets.map((at, index) => ({
      at,
      count: sum(own.filter(({ bucket }) => bucket === index)),
    }));
    return { count: sum(own.filter(isNow)), before: sum(own.filter((each) => !isNow(each))), points };
  };
  return {
    signIns: of('signin'),
    failures: of(...FAILED_SIGN_INS),
    tokens: of('token'),
    families: of('family'),
  };
}

/** Merges the sketches instead of adding counts: an account that was active in two hours counts once. */
export function activeAccountsOf(seen: readonly SeenAccounts[], { from, buckets, span }: Times): FigureView {
  const now = seen.filter(({ startsAt }) => startsAt >= from);
  const before = seen.filter(({ startsAt }) => startsAt < from);
  const starts = span === 'hour' ? buckets : buckets.filter((at) => at.getTime() % DAY === 0);
  const points: PointView[] = starts.map((at) => ({
    at,
    count: countOf(now.filter(({ startsAt }) => startsAt.getTime() === at.getTime())),
  }));
  return { count: countOf(now), before: countOf(before), points };
}

export function refusalFigures(counts: readonly BucketCount[]): RefusalsView[] {
  const refused = counts.filter(({ kind }) => kind.startsWith(REFUSED));
  const reasons = [...new Set(refused.filter(isNow).map(({ kind }) => kind))];
  const refusals = reasons.map((kind) => {
    const own = refused.filter((each) => each.kind === kind);
    const before = sum(own.filter((each) => !isNow(each)));
    return { reason: kind.slice(REFUSED.length), count: sum(own.filter(isNow)), before };
  });
  return refusals.sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)).slice(0, REASONS);
}

function isNow({ bucket }: BucketCount): boolean {
  return bucket >= 0;
}

function sum(counts: readonly BucketCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

function countOf(seen: readonly SeenAccounts[]): number {
  return estimateOf(seen.map(({ sketch }) => sketch));
}
