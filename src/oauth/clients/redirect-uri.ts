import { parseUrl } from '../../platform/operations/parse-url.js';
import { plantedName } from './answer-names.js';
import { isLoopback, LOCAL_SCHEMES } from './redirect-url.js';

const MAX_LENGTH = 2048;

/**
 * Whether an authorization request may name this redirect_uri, given the RedirectUrls of its client (§2.3).
 *
 * Both are compared as parsed URLs (D56): same scheme, host and port; the path equal or below at a `/`
 * boundary. A registered URL with a query requires exactly that query; one without allows any query that has no
 * parameter of Hearth's answers, since that would come before the real one.
 *
 * For a strict client the text must equal one of its RedirectUrls, character by character (D68).
 *
 * Either way the port of an `http` loopback address is free (RFC 8252 §7.3), and the request must already be
 * written in normal form, in ASCII: an international host in punycode, other characters percent-encoded. So no
 * two programs that read it can understand different addresses. Never throws.
 */
export function isRedirectUriAllowed(
  requested: string,
  registered: readonly string[],
  isStrict: boolean,
): boolean {
  const url = parsedIfPlain(requested);
  if (!url) return false;
  if (!isStrict) return registered.some((text) => covers(parseUrl(text), url));
  return registered.some((text) => withoutLoopbackPort(text) === withoutLoopbackPort(requested));
}

/**
 * The parsed URL, if the text is exactly what the parser makes of it and nothing in it can be read differently; or
 * null.
 */
function parsedIfPlain(text: string): URL | null {
  // A parameter that is given twice may arrive as a list.
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return null;
  // Printable ASCII only, before anything is lower-cased: the Kelvin sign, lower-cased, is a plain k.
  if (!/^[!-~]+$/.test(text) || /[#\\]/.test(text)) return null;
  const [, authority, path] = /^[a-z][a-z0-9+.-]*:\/\/([^/?]*)([^?]*)/i.exec(text) ?? [];
  const url = parseUrl(text);
  if (!url || authority === undefined || path === undefined) return null;
  if (LOCAL_SCHEMES.includes(url.protocol)) return null;
  // Refuses userinfo, 0x7f.1, percent-encoded hosts, an empty port, and whatever else the parser would tidy up.
  if (withoutDefaultPort(authority, url.protocol).toLowerCase() !== url.host.toLowerCase()) return null;
  if ((path || '/') !== pathOf(url)) return null; // dot segments, quotes, braces
  return hasDisguise(path) ? null : url;
}

/**
 * Whether a path contains anything that some server, proxy or framework decodes to `/`, `\`, a dot segment or a control
 * character.
 */
function hasDisguise(path: string): boolean {
  // Encoded once or several times; c0 and c1 begin overlong UTF-8, such as %c0%ae for a dot.
  if (/%(25)*(2e|2f|5c|[01][0-9a-f]|7f|c[01])/i.test(path)) return true;
  if (/%(?![0-9a-f]{2})/i.test(path)) return true; // %u002e
  return /\/(\.{0,2};|\.{1,2}%)/.test(path); // servlet containers read /..;x/ as /../
}

/** Whether the requested URL is the registered one or below it (D56). */
function covers(registered: URL | null, requested: URL): boolean {
  if (!registered) return false;
  if (requested.protocol !== registered.protocol || requested.hostname !== registered.hostname) return false;
  if (requested.port !== registered.port && !isLoopback(registered)) return false;
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

function withoutLoopbackPort(text: string): string {
  return text.replace(/^(http:\/\/(127\.0\.0\.1|\[::1\]|localhost)):\d+(?=[/?]|$)/i, '$1');
}

function withoutDefaultPort(authority: string, protocol: string): string {
  if (protocol === 'https:') return authority.replace(/:443$/, '');
  return protocol === 'http:' ? authority.replace(/:80$/, '') : authority;
}
