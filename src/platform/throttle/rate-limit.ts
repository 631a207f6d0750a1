import { SECOND } from '../security/clock.js';

/** What is left of a budget of a client. */
export interface RateLimit {
  readonly budget: string;
  readonly size: number;
  readonly refillMs: number;
  /** How often it can still be spent at once. */
  readonly left: number;
  /** Until it is whole again; of a spent one, until it can be spent. */
  readonly resetMs: number;
}

/** Where a client that proved who it is, is told what is left of its own budgets (D394). */
export interface RateLimitSink {
  rateLimit: RateLimit | null;
}

/** The headers of draft-ietf-httpapi-ratelimit-headers-10. */
export function rateLimitHeaders({
  budget,
  size,
  refillMs,
  left,
  resetMs,
}: RateLimit): Record<'RateLimit' | 'RateLimit-Policy', string> {
  return {
    'RateLimit-Policy': `"${budget}";q=${size};w=${refillMs / SECOND}`,
    RateLimit: `"${budget}";r=${left};t=${Math.ceil(resetMs / SECOND)}`,
  };
}
