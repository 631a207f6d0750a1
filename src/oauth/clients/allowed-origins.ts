import { isSafe, parseUrl, withoutFreePort } from '../../platform/checks/address.js';

/** The problem with an entry of allowedOrigins of a client record in its normal form, or null. */
export function problemWithOrigin(text: string): string | null {
  const url = parseUrl(text);
  if (!url || url.origin !== text || text.includes('*'))
    return `must be an origin, such as ${suggestionFor(url)}: scheme, host and port, without a path`;
  return isSafe(url) ? null : 'must be https (http on this machine only)';
}

/** Returns the origins of a client's RedirectUrls and its allowedOrigins, without the port where any port is allowed. */
export function originsOf(redirectUrls: readonly string[], allowed: readonly string[]): ReadonlySet<string> {
  const urls = redirectUrls.map((text) => parseUrl(text)).filter((url) => url !== null);
  const origins = [...urls.filter(isSafe).map(({ origin }) => origin), ...allowed];
  return new Set(origins.map(withoutFreePort));
}

function suggestionFor(url: URL | null): string {
  return url && isSafe(url) && !url.host.includes('*') ? url.origin : 'https://app.example';
}
