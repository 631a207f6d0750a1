import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { IncomingHttpHeaders } from 'node:http';

/** null: nothing is traced, which costs one comparison per possible span. */
let tracer: Tracer | null = null;

/** Sets the receiver of spans; null: none. */
export function traceWith(next: Tracer | null): void {
  tracer = next;
}

/**
 * Does the work in a span of its own, below the one that it is part of.
 * @param attributes never name a person, and hold nothing secret
 */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (tracer === null) return work();
  return tracer.startActiveSpan(name, { attributes }, (span) => ended(span, work));
}

/** A statement: by its name, or by what it does to which table. @param text without values */
export function inStatementSpan<T>(
  { name, text }: { name?: string; text: string },
  work: () => Promise<T>,
): Promise<T> {
  if (tracer === null) return work();
  const summary = name ?? summaryOf(text);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary };
  return tracer.startActiveSpan(summary, { kind: SpanKind.CLIENT, attributes }, (span) => ended(span, work));
}

/** The span of a request, part of the trace that the caller names (W3C Trace Context); null: nothing is traced. */
export function requestSpan(method: string, headers: IncomingHttpHeaders): Span | null {
  if (tracer === null) return null;
  const caller = propagation.extract(ROOT_CONTEXT, headers);
  const attributes = { 'http.request.method': method };
  return tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, caller);
}

export function within<T>(span: Span | null, work: () => T): T {
  return span === null ? work() : context.with(trace.setSpan(ROOT_CONTEXT, span), work);
}

/** The headers by which another server continues the trace. */
export function traceHeaders(): Record<string, string> {
  const headers = {};
  if (tracer !== null) propagation.inject(context.active(), headers);
  return headers;
}

async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    // Only its class: a message may name people.
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', cause instanceof Error ? cause.constructor.name : 'unknown');
    throw cause;
  } finally {
    span.end();
  }
}

function summaryOf(text: string): string {
  const [verb = ''] = /^\s*[a-z]+/i.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update|join)\s+"?(\w+)/i.exec(text) ?? [];
  return `${verb.trim().toUpperCase()} ${table}`.trim();
}
