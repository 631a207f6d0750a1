import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Once } from '../database/once.js';
import type { CallError } from '../errors/call-error.js';
import type { RateLimit, RateLimitSink } from '../throttle/rate-limit.js';
import type { IncomingBody } from '../intake/incoming-body.js';
import type { BrowserSession, WithSession } from './browser-session.js';
import { NOBODY, type Caller } from './caller.js';
import type { Operation } from './operation.js';
import { Parameters } from './parameters.js';

/** Where a request came from, according to the peer and the trusted proxies (D44). */
export interface Origin {
  readonly address: string;
  /** TLS is terminated here or at a trusted proxy. */
  readonly isEncrypted: boolean;
  /** The peer is on this machine, without a proxy in between. */
  readonly isLoopback: boolean;
  /**
   * The host and port that the caller addressed, from the Host header or the trusted proxy; null: neither names one.
   */
  readonly host: string | null;
}

/** One request on its way through the pipeline. */
export class Exchange implements WithSession, RateLimitSink {
  readonly requestId = randomUUID();
  readonly startedAt = performance.now();
  /** Why the request is refused before anything else is read; null: it is well-formed. */
  fault: CallError | null = null;
  operation: Operation | null = null;
  parameters: Parameters = Parameters.NONE;
  /** The body, once opened; the code that opens it also releases it. */
  body: IncomingBody | null = null;
  /** Reads the rest of a body with a file, after the guards have passed; null: nothing is left. */
  readRest: (() => Promise<void>) | null = null;
  caller: Caller = NOBODY;
  /** The account that administers. */
  administratorId: string | null = null;
  session: BrowserSession | null = null;
  /** Answers a repeated call as the first one (`RepeatedCall`); null: it has no Idempotency-Key. */
  repeat: ((work: () => Promise<unknown>) => Promise<unknown>) | null = null;
  /** The work of a request with an Idempotency-Key is done once. */
  once: Once | undefined = undefined;
  /** Algorithm of the MAC that authenticated the request. */
  macAlgorithm: 'hmac-sha-1' | 'hmac-sha-256' | null = null;
  /** A nonce that the caller should use from now on (RFC 9449 §8.2); null: its nonce is still good. */
  dpopNonce: string | null = null;
  /** What is left of a budget that the request was charged to; null: nobody is told. */
  rateLimit: RateLimit | null = null;
  /** ok, or the name of the error in the answer; for the log and the metrics. */
  outcome = 'ok';
  /** Ids that explain a refusal, for the log only. */
  details: Readonly<Record<string, unknown>> = {};

  constructor(
    readonly method: string,
    /** Path and query as they were sent. It may hold secrets, so it is never logged. */
    readonly target: string,
    readonly headers: IncomingMessage['headers'],
    readonly origin: Origin,
  ) {}
}

const EXCHANGE = Symbol('exchange');
type Carrier = IncomingMessage & { [EXCHANGE]?: Exchange };

export function attachExchange(request: IncomingMessage, exchange: Exchange): void {
  (request as Carrier)[EXCHANGE] = exchange;
}

export function exchangeOf(request: IncomingMessage): Exchange {
  const exchange = (request as Carrier)[EXCHANGE];
  if (!exchange) throw new Error('the request did not come through the server front');
  return exchange;
}
