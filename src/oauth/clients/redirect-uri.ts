import {
  isFreeOfPort,
  normalAddress,
  parseUrl,
  withAsciiHost,
  withoutFreePort,
} from '../../platform/checks/address.js';
import { plantedName } from './answer-names.js';
import { LOCAL_SCHEMES, PRIVATE_USE } from './redirect-url.js';

const MAX_LENGTH = 2048;

/**
 * The redirect_uri of an authorization request as it is answered, if the request may name it, given the RedirectUrls of
 * its client (§2.3); else null. Only its host differs from what was sent: written as a U-label, it becomes the A-label.
 *
 * Both are compared as parsed URLs (D56): same scheme, host and port; the path equal or below at a `/`
 * boundary. A registered URL with a query requires exactly that query; one without allows any query that has no
 * parameter of Hearth's answers, since that would come before the real one.
 *
 * Where the profile wants it to the letter, the text must equal one of its RedirectUrls, character by character (D68).
 *
 * Either way the port of an `http` loopback address is free (RFC 8252 §7.3), and but for a U-label the request must already
 * be written in normal form, in ASCII, with other characters percent-encoded. So no two programs that read it can
 * understand different addresses. Never throws.
 */
export function allowedRedirectUri(
  requested: string,
  registered: readonly string[],
  isExact: boolean,
): string | null {
  // A parameter that is given twice may arrive as a list.
  const text = typeof requested === 'string' ? withAsciiHost(requested) : '';
  const url = parsedIfPlain(text);
  if (!url) return null;
  const matches = registered.some((known) => (isExact ? equals(known, text) : covers(parseUrl(known), url)));
  return matches ? text : null;
}

/** RedirectUrls that were saved earlier may not be in normal form (D360). */
function equals(registered: string, requested: string): boolean {
  const asked = withoutFreePort(requested);
  return [registered, normalAddress(registered)].some((known) => withoutFreePort(known) === asked);
}

/**
 * The parsed URL, if the text is exactly what the parser makes of it and nothing in it can be read differently; or
 * null.
 */
function parsedIfPlain(text: string): URL | null {
  if (text.length > MAX_LENGTH) return null;
  // Printable ASCII only, before anything is lower-cased: the Kelvin sign, lower-cased, is a plain k.
  if (!/^[!-~]+$/.test(text) || /[#\\]/.test(text)) return null;
  const [, , authority = '', path] = /^[a-z][a-z0-9+.-]*:(\/\/([^/?]*))?([^?]*)/i.exec(text) ?? [];
  const url = parseUrl(text);
  if (!url || (!hasAuthority(text) && !PRIVATE_USE.test(text))) return null;
  if (LOCAL_SCHEMES.includes(url.protocol)) return null;
  // Refuses userinfo, 0x7f.1, percent-encoded hosts, an empty port, and everything else that the parser would normalize.
  if (withoutDefaultPort(authority, url.protocol).toLowerCase() !== url.host.toLowerCase()) return null;
  if ((path || '/') !== pathOf(url)) return null; // dot segments, quotes, braces
  return hasDisguise(path) ? null : url;
}

/**
 * Whether a path contains anything that some server, proxy or framework decodes to `/`, `\`, a dot segment or a control
 * character.
 */
function hasDisguise(path: string): boolean {
  // Encoded once or several times; c0, c1, e0 80 and f0 80 begin overlong UTF-8, such as %c0%ae for a dot.
  if (/%(25)*(2e|2f|5c|[01][0-9a-f]|7f|c[01]|e0%(25)*[89]|f0%(25)*8)/i.test(path)) return true;
  // Letters and digits, of which another encoding may be made: %25%32%65.
  if (/%(25)*(3\d|[46][1-9a-f]|[57][\da])/i.test(path)) return true;
  if (/%(?![0-9a-f]{2})/i.test(path)) return true; // %u002e
  return /\/(\.{0,2};|\.{1,2}%)/.test(path); // servlet containers read /..;x/ as /../
}

/** Whether the requested URL is the registered one or below it (D56). */
function covers(registered: URL | null, requested: URL): boolean {
  if (!registered) return false;
  if (requested.protocol !== registered.protocol || requested.hostname !== registered.hostname) return false;
  if (hasAuthority(requested.href) !== hasAuthority(registered.href)) return false;
  if (requested.port !== registered.port && !isFreeOfPort(registered)) return false;
  if (registered.search !== '' && requested.search !== registered.search) return false;
  if (registered.search === '' && plantedName(requested.search.slice(1)) !== null) return false;
  return isAtOrBelow(pathOf(registered), pathOf(requested));
}

function isAtOrBelow(registeredPath: string, path: string): boolean {
  if (path === registeredPath) return true;
  const folder = registeredPath.replace(/\/$/, '');
  return path.startsWith(folder + '/') && !path.slice(folder.length).includes('//');
}

/** The path; `/` where a custom scheme (`com.example.app://cb`) has none, as it is for http. */
function pathOf(url: URL): string {
  return url.pathname || '/';
}

/** Whether // follows the scheme; without it the path begins there (RFC 3986 §3). */
function hasAuthority(text: string): boolean {
  return /^[^:]*:\/\//.test(text);
}

function withoutDefaultPort(authority: string, protocol: string): string {
  if (protocol === 'https:') return authority.replace(/:443$/, '');
  return protocol === 'http:' ? authority.replace(/:80$/, '') : authority;
}
