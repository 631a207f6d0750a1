import type { Exchange } from './exchange.js';
import type { ForeignSenders } from './operation.js';
import { parseUrl } from '../checks/address.js';

/**
 * Whether the page that sent the request, if any, may send it: one of Hearth's own pages, or one for which the operation
 * makes an exception (D43, D174). Only browsers add cookies on their own, and they name the sender: by Fetch Metadata, or
 * by Origin for any other method than GET. A sibling of the same site is as foreign as any other origin.
 */
export function maySend(exchange: Exchange, foreign: ForeignSenders | null, publicUrl: string): boolean {
  return isOwn(exchange, publicUrl) || (foreign !== null && EXCEPTIONS[foreign.allows](exchange));
}

function isOwn({ headers, origin }: Exchange, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none'; // none: typed by the user, or a bookmark
  if (headers.origin === undefined) return true;
  const from = parseUrl(headers.origin)?.origin;
  const own = new URL(publicUrl);
  if (from === own.origin) return true;
  // At the host of PUBLIC_URL the scheme is that of PUBLIC_URL, whatever the proxy reports; this is for other hosts.
  const addressed = parseUrl(`${origin.isEncrypted ? 'https' : 'http'}://${origin.host}`);
  return addressed !== null && addressed.host !== own.host && from === addressed.origin;
}

const EXCEPTIONS: Readonly<Record<ForeignSenders['allows'], (exchange: Exchange) => boolean>> = {
  anything: () => true,
  'a plain form': isPlainForm,
  'an unnamed origin': ({ headers }) => headers.origin === 'null' && headers['sec-fetch-site'] === undefined,
};

/** What a browser sends for a form without script: a POST that navigates, not one of a script, an image or a frame. */
function isPlainForm({ method, headers }: Exchange): boolean {
  if (method !== 'POST') return false;
  const mode = headers['sec-fetch-mode'];
  return mode === undefined || (mode === 'navigate' && headers['sec-fetch-dest'] === 'document');
}
