import { isLoopbackUrl } from '../../platform/config/loopback.js';
import { parseUrl } from '../../platform/operations/parse-url.js';

/** The problem with an entry of allowedOrigins of a client record, or null. It is compared with the Origin header as it is. */
export function problemWithOrigin(text: string): string | null {
  const url = parseUrl(text);
  if (!url || url.origin !== text || text.includes('*'))
    return `must be an origin, such as ${suggestionFor(url)}: scheme, host and port, without a path`;
  return isSafe(url) ? null : 'must be https (http on this machine only)';
}

/** Those of a client's RedirectUrls, and those that it names beside them. */
export function originsOf(redirectUrls: readonly string[], allowed: readonly string[]): ReadonlySet<string> {
  const urls = redirectUrls.map((text) => parseUrl(text)).filter((url) => url !== null);
  return new Set([...urls.filter(isSafe).map(({ origin }) => origin), ...allowed]);
}

/** Others can write on a page that comes without TLS. */
function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackUrl(url.href));
}

function suggestionFor(url: URL | null): string {
  return url && isSafe(url) && !url.host.includes('*') ? url.origin : 'https://app.example';
}
