import type { IncomingHttpHeaders } from 'node:http';
import { withoutFreePort } from '../checks/address.js';
import type { Exchange } from '../operations/exchange.js';
import type { Operation } from '../operations/operation.js';

/** Chromium keeps a preflight for two hours at most. */
const PREFLIGHT_SECONDS = 7200;
const ORIGIN = /^https?:\/\/[^/]+$/;

/**
 * The answer to a preflight, identical for every origin: it needs no look-up and reveals nothing. The request itself decides
 * what may be read; the browser sends it without cookies, since no answer ever allows them (D263, D420).
 */
export const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST',
  // The last three are what tracing in a browser adds to each request (W3C Trace Context, Baggage).
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, DPoP, traceparent, tracestate, baggage',
  'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
} as const;

/** Whether an OPTIONS is a preflight: a browser asks if a page of another origin may send a request. */
export function isPreflight(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** Whether pages of other origins can use it: a call, or an endpoint for public clients or for tokens. */
export function isForBrowsers({ kind, allowsPublicClients, forTokens }: Operation): boolean {
  return kind === 'call' || allowsPublicClients || forTokens;
}

/**
 * The headers that let a page of another origin read the answer: a page of a public client at one of its origins, and any page
 * where the caller was refused before its client was known, so that it learns that its token has expired. Otherwise none.
 */
export function readableElsewhere(
  { headers, caller, operation }: Exchange,
  status: number,
): Record<string, string> {
  const { origin } = headers;
  if (origin === undefined || !ORIGIN.test(origin) || (operation && !isForBrowsers(operation))) return {};
  const { client, accountId } = caller;
  const isAllowed =
    client === null
      ? status >= 400 && accountId === null
      : client.isPublic && client.origins.has(withoutFreePort(origin));
  if (!isAllowed) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'DPoP-Nonce, Retry-After, WWW-Authenticate, X-Request-Id',
  };
}
