import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CallError } from '../errors/call-error.js';
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
export class Exchange implements WithSession {
  readonly requestId = randomUUID();
  readonly startedAt = performance.now();
  /** Why it is refused before anything else of it is read; null: it is well-formed. */
  fault: CallError | null = null;
  operation: Operation | null = null;
  parameters: Parameters = Parameters.NONE;
  /** The body, once opened; whoever opens it also releases it. */
  body: IncomingBody | null = null;
  /** Reads the rest of a body with a file, after the guards have passed; null: nothing is left. */
  readRest: (() => Promise<void>) | null = null;
  caller: Caller = NOBODY;
  session: BrowserSession | null = null;
  /** Algorithm of the MAC that authenticated the request. */
  macAlgorithm: 'hmac-sha-1' | 'hmac-sha-256' | null = null;
  /** A nonce that the caller should use from now on (RFC 9449 §8.2); null: the one it has is good. */
  dpopNonce: string | null = null;
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
