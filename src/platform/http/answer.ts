import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Caller } from '../operations/caller.js';
import type { Exchange } from '../operations/exchange.js';
import type { Operation, ResultKind } from '../operations/operation.js';
import type { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { rateLimitHeaders } from '../throttle/rate-limit.js';
import { readableElsewhere } from './cross-origin.js';

/** RFC 6749 §5.2 allows printable ASCII without quotes and backslashes. */
const NOT_IN_DESCRIPTION = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/g;
export const JSON_TYPE = 'application/json;charset=UTF-8'; // §2.4

/** The envelope of a result (§4.1, D6). Long and boolean become strings; the declared type decides, not the value. */
export function envelope(callName: string, result: ResultKind, value: unknown): unknown {
  if (result.kind === 'raw') return value;
  // RFC 7009 §2.2: clients only need the status, but some libraries require JSON in every answer.
  if (result.kind === 'empty') return {};
  const content = result.kind === 'view' ? value : String(value);
  return { a01: { r: { r: content }, cn: callName } };
}

/**
 * The error body: an envelope (D8), or the form of RFC 6749 §5.2 on the standard endpoints (D12).
 * @param scheme by which the caller authenticated
 */
export function errorBody(
  error: CallError,
  kind: Operation['kind'],
  callName: string,
  scheme: Caller['scheme'],
): unknown {
  const { definition, message, uri } = error;
  if (kind === 'endpoint') {
    const isNothingSent = scheme === 'none' || scheme === 'session';
    if (isNothingSent && definition === Errors.accessTokenRequired) return {}; // RFC 6750 §3.1: it could not be wrong
    const error_description = message.replace(NOT_IN_DESCRIPTION, "'");
    return { error: definition.oauth.error, error_description, ...(uri && { error_uri: uri }) };
  }
  const { name, type, value } = definition;
  const ex = { name, type, value: String(value), message, ...(uri && { uri }) };
  return { a01: { ex, cn: callName } };
}

export function errorStatus(error: CallError, kind: Operation['kind']): number {
  return kind === 'endpoint' ? error.definition.oauth.status : error.definition.status;
}

/** Writes an answer of the lane: never cached, never a referrer (D45). */
export function write(
  response: ServerResponse,
  exchange: Exchange,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string | string[]>> = {},
): void {
  writeText(response, exchange, status, JSON.stringify(body), headers);
}

/** @param text JSON, unless the headers say what it is */
export function writeText(
  response: ServerResponse,
  exchange: Exchange,
  status: number,
  text: string,
  headers: Readonly<Record<string, string | string[]>>,
): void {
  const all: OutgoingHttpHeaders = {
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': exchange.requestId,
  };
  if (exchange.headers.origin !== undefined) Object.assign(all, readableElsewhere(exchange, status));
  if (exchange.dpopNonce !== null) all['DPoP-Nonce'] = exchange.dpopNonce;
  if (exchange.rateLimit !== null) Object.assign(all, rateLimitHeaders(exchange.rateLimit));
  response.writeHead(status, Object.assign(all, headers));
  sendTogether(response, text);
}

interface Ready {
  readonly response: ServerResponse;
  readonly body: string;
}

let ready: Ready[] = [];

/**
 * Sends the body of an answer whose head is written, at the end of this turn of the event loop, together with all others of
 * the turn. Their readers then wake once, not for each answer, which would cost the server more than all of Node's work for
 * an answer; and their next requests arrive together, so that they share statements (ADR 1).
 */
function sendTogether(response: ServerResponse, body: string): void {
  if (ready.push({ response, body }) === 1) setImmediate(sendAll);
}

function sendAll(): void {
  const all = ready;
  ready = [];
  for (const { response, body } of all) response.end(body);
}
