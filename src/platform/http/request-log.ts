import { Injectable } from '@nestjs/common';
import { SpanStatusCode, type Span } from '@opentelemetry/api';
import type { ServerResponse } from 'node:http';
import { ActiveAccounts } from '../activity/active-accounts.js';
import type { Exchange } from '../operations/exchange.js';
import { Clock, HOUR } from '../security/clock.js';
import { AppLog } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';

const MAX_ENTRY = 64;

/** One line, one count and, where traced, one span per request. Never the URL: it may contain credentials. */
@Injectable()
export class RequestLog {
  private silentUntil = 0;

  constructor(
    private readonly log: AppLog,
    private readonly metrics: Metrics,
    private readonly accounts: ActiveAccounts,
    private readonly clock: Clock,
  ) {}

  /** An unexpected error for which no answer can be sent any more. */
  fail(cause: unknown): void {
    this.log.pino.error({ err: cause }, 'unforeseen error: the connection was closed');
  }

  /** Records that a trusted proxy named its caller with something other than an address: many callers then count as one (D355). */
  unreadableHop(entry: string, address: string): void {
    this.metrics.unreadableHops.inc();
    const now = this.clock.millis();
    if (now < this.silentUntil) return;
    this.silentUntil = now + HOUR;
    this.log.pino.warn(
      { address, entry: entry.slice(0, MAX_ENTRY) },
      'a proxy of TRUST_PROXY names its callers by what is no address: they count as the proxy itself',
    );
  }

  /** @param span ended here; null: nothing is traced */
  record(exchange: Exchange, response: ServerResponse, span: Span | null): void {
    const call = exchange.operation?.name ?? 'unknown';
    const seconds = (performance.now() - exchange.startedAt) / 1000;
    const outcome = outcomeOf(exchange, response);
    this.metrics.requests.inc({ call, outcome });
    this.metrics.duration.observe({ call }, seconds);
    const { caller } = exchange;
    if (caller.accountId !== null) this.accounts.seen(caller.accountId);
    if (span) endSpan(span, exchange, response, outcome);
    // The details of a refusal are the only fields that differ between calls.
    const log = outcome === 'ok' ? this.log.plain : this.log.pino;
    log.info({
      requestId: exchange.requestId,
      call,
      method: exchange.method,
      status: response.statusCode,
      outcome,
      ms: Math.round(seconds * 1e6) / 1000,
      clientId: caller.client?.clientId,
      accountId: caller.accountId ?? undefined,
      scheme: caller.scheme,
      address: exchange.origin.address,
      details: outcome === 'ok' ? undefined : exchange.details,
    });
  }
}

function endSpan(
  span: Span,
  { operation, caller }: Exchange,
  { statusCode: status }: ServerResponse,
  outcome: string,
): void {
  const call = operation?.name ?? 'unknown';
  span.updateName(call);
  span.setAttributes({
    'hearth.call': call,
    'hearth.outcome': outcome,
    'http.response.status_code': status,
    ...(caller.client && { 'hearth.client': caller.client.clientId }),
  });
  if (status >= 500 && status < 507 && status !== 501) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function outcomeOf({ outcome }: Exchange, { statusCode, writableFinished }: ServerResponse): string {
  if (!writableFinished) return 'aborted'; // the caller closed the connection
  return outcome === 'ok' && statusCode >= 400 ? String(statusCode) : outcome;
}
