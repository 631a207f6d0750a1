import type { Exchange } from './exchange.js';
import type { ForeignSenders } from './operation.js';
import { parseUrl } from './parse-url.js';

/**
 * Whether the page that sent the request, if one did, may send it: one of Hearth's own, or one that the operation makes
 * an exception for (D43, D174). Only browsers have cookies that they did not ask for, and they tell: by Fetch Metadata,
 * or by the Origin of what is no GET. A sibling of the same site is as foreign as any other.
 */
export function maySend(exchange: Exchange, foreign: ForeignSenders | null, publicUrl: string): boolean {
  return isOwn(exchange, publicUrl) || (foreign !== null && EXCEPTIONS[foreign.allows](exchange));
}

function isOwn({ headers, origin }: Exchange, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none'; // none: the person, by address or bookmark
  if (headers.origin === undefined) return true;
  const from = parseUrl(headers.origin)?.origin;
  const own = new URL(publicUrl);
  if (from === own.origin) return true;
  // At another address than PUBLIC_URL: at its own one the scheme is that of PUBLIC_URL, whatever a proxy leaves of it.
  const addressed = parseUrl(`${origin.isEncrypted ? 'https' : 'http'}://${origin.host}`);
  return addressed !== null && addressed.host !== own.host && from === addressed.origin;
}

const EXCEPTIONS: Readonly<Record<ForeignSenders['allows'], (exchange: Exchange) => boolean>> = {
  anything: () => true,
  'a plain form': isPlainForm,
  'an unnamed origin': ({ headers }) => headers.origin === 'null' && headers['sec-fetch-site'] === undefined,
};

/** What a browser sends for a form without script: a POST that opens a page, not a script's, an image's or a frame's. */
function isPlainForm({ method, headers }: Exchange): boolean {
  if (method !== 'POST') return false;
  const mode = headers['sec-fetch-mode'];
  return mode === undefined || (mode === 'navigate' && headers['sec-fetch-dest'] === 'document');
}
