import { Injectable } from '@nestjs/common';
import type { MetricValueWithName } from 'prom-client';
import { ThisNode } from '../../platform/activity/this-node.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import type { CallFiguresView, CallView } from './overview.view.js';

/** The errors of the server; all other errors are mistakes of the caller. */
const FAILURES = new Set<string>(
  [Errors.unattended, Errors.unavailable, Errors.outcomeUnknown].map(({ name }) => name).concat('500', '503'),
);

interface Bucket {
  /** Upper bound in seconds. */
  readonly upTo: number;
  /** Requests that took at most as long. */
  readonly requests: number;
}

interface Outcomes {
  requests: number;
  refused: number;
  failed: number;
}

/** The requests, times and errors of each call on this node since it started, from the metrics for Prometheus. */
@Injectable()
export class CallFigures {
  constructor(
    private readonly metrics: Metrics,
    private readonly node: ThisNode,
  ) {}

  async read(): Promise<CallFiguresView> {
    const [outcomes, buckets] = await Promise.all([this.outcomes(), this.buckets()]);
    const seconds = process.uptime();
    const items = [...outcomes].map(([call, counted]) =>
      viewOf(call, counted, buckets.get(call) ?? [], seconds),
    );
    items.sort((a, b) => b.requests - a.requests || (a.call < b.call ? -1 : 1));
    return { node: this.node.name, seconds: Math.round(seconds), items };
  }

  private async outcomes(): Promise<Map<string, Outcomes>> {
    const byCall = new Map<string, Outcomes>();
    for (const { labels, value } of (await this.metrics.requests.get()).values) {
      const call = String(labels.call);
      const counted = byCall.get(call) ?? { requests: 0, refused: 0, failed: 0 };
      byCall.set(call, counted);
      counted.requests += value;
      const kind = kindOf(String(labels.outcome));
      if (kind !== null) counted[kind] += value;
    }
    return byCall;
  }

  private async buckets(): Promise<Map<string, Bucket[]>> {
    const byCall = new Map<string, Bucket[]>();
    const { values } = await this.metrics.duration.get();
    for (const { labels, value, metricName } of values as MetricValueWithName<'call' | 'le'>[]) {
      if (!metricName?.endsWith('_bucket')) continue;
      const upTo = labels.le === '+Inf' ? Infinity : Number(labels.le);
      byCall.set(String(labels.call), [
        ...(byCall.get(String(labels.call)) ?? []),
        { upTo, requests: value },
      ]);
    }
    return byCall;
  }
}

function viewOf(
  call: string,
  { requests, refused, failed }: Outcomes,
  buckets: readonly Bucket[],
  seconds: number,
): CallView {
  return {
    call,
    requests,
    perSecond: requests / seconds,
    p50Ms: quantile(buckets, 0.5),
    p99Ms: quantile(buckets, 0.99),
    refused: refused / requests,
    failed: failed / requests,
  };
}

/** Tells a mistake of the caller from an error of the server; null: the request was answered, or the caller left early. */
function kindOf(outcome: string): 'refused' | 'failed' | null {
  if (outcome === 'ok' || outcome === 'aborted') return null;
  return FAILURES.has(outcome) ? 'failed' : 'refused';
}

/** Estimates a quantile in milliseconds as Prometheus does: times are assumed to spread evenly within a bucket. */
export function quantile(buckets: readonly Bucket[], share: number): number | null {
  const total = buckets.at(-1)?.requests ?? 0;
  if (total === 0) return null;
  const rank = share * total;
  const at = buckets.findIndex(({ requests }) => requests >= rank);
  const below = at === 0 ? { upTo: 0, requests: 0 } : buckets[at - 1];
  const { upTo, requests } = buckets[at];
  const seconds =
    upTo === Infinity
      ? below.upTo
      : below.upTo + ((upTo - below.upTo) * (rank - below.requests)) / (requests - below.requests);
  return Math.round(seconds * 100_000) / 100;
}
