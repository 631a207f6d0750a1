import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { IncomingBody } from '../intake/incoming-body.js';
import { NOBODY, type Caller } from './caller.js';
import type { Operation } from './operation.js';
import { Parameters } from './parameters.js';

/** Where a request came from, as far as the peer and the trusted proxies can be believed (D44). */
export interface Origin {
  readonly address: string;
  /** TLS ends here or at a trusted proxy. */
  readonly isEncrypted: boolean;
  /** The peer itself is on this machine and no proxy stands between. */
  readonly isLoopback: boolean;
  /** The host and port the caller addressed, as the Host header or the trusted proxy says; null when neither does. */
  readonly host: string | null;
}

/** One request on its way through the pipeline. */
export class Exchange {
  readonly requestId = randomUUID();
  readonly startedAt = performance.now();
  operation: Operation | null = null;
  parameters: Parameters = Parameters.NONE;
  /** What was opened of it; whoever did also releases it. */
  body: IncomingBody | null = null;
  /** Reads what is left of a body that takes a file, once the caller was let in; null: nothing is. */
  readRest: (() => Promise<void>) | null = null;
  caller: Caller = NOBODY;
  /** Of the MAC that authenticated the request. */
  macAlgorithm: 'hmac-sha-1' | 'hmac-sha-256' | null = null;
  /** ok, or the name of the error that was answered; for the log and the metrics. */
  outcome = 'ok';
  /** Ids that explain a refusal, for the log only. */
  details: Readonly<Record<string, unknown>> = {};

  constructor(
    readonly method: string,
    /** The request-URI as it was sent: path and query. It may hold secrets: never log it. */
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
