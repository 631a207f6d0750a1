import { parseUrl } from './parse-url.js';
import type { Exchange } from './exchange.js';

/**
 * Whether a browser sent the request from a page of another site (D43): Fetch Metadata says so, or, where a browser
 * does not send it, the Origin is not the host that was addressed.
 */
export function isCrossSite({ headers, origin }: Exchange, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return String(site).toLowerCase() === 'cross-site';
  if (headers.origin === undefined) return false;
  const from = parseUrl(headers.origin);
  if (!from) return true; // "null": a sandboxed or local page, or one without a referrer
  return from.origin !== new URL(publicUrl).origin && from.host !== origin.host;
}

/**
 * The same for a page whose link authorizes, not a cookie. Such pages send no referrer, so a browser without Fetch
 * Metadata names no origin either, and that alone is no sign of another site.
 */
export function isLinkPostCrossSite(exchange: Exchange, publicUrl: string): boolean {
  return exchange.headers.origin !== 'null' || exchange.headers['sec-fetch-site'] !== undefined
    ? isCrossSite(exchange, publicUrl)
    : false;
}

/** Whether it is what a browser sends for a plain form: a POST that opens a page, not a script's, an image's or a frame's. */
export function isPlainForm({ method, headers }: Exchange): boolean {
  if (method !== 'POST') return false;
  const mode = headers['sec-fetch-mode'];
  return mode === undefined || (mode === 'navigate' && headers['sec-fetch-dest'] === 'document');
}
