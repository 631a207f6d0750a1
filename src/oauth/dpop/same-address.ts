import { parseUrl } from '../../platform/checks/address.js';

/** Octets that need no percent-encoding (RFC 3986 §2.3). */
const UNRESERVED = /^[\w.~-]$/;

/**
 * Whether a proof's `htu` is the address of the request: without query and fragment, once both are normalized (RFC 9449
 * §4.3; RFC 3986 §6.2.2, §6.2.3).
 * @param url without userinfo
 */
export function isSameAddress(htu: string, url: string): boolean {
  if (htu === url) return true;
  const [said, asked] = [parseUrl(htu), parseUrl(url)];
  if (!said || !asked || said.username !== '' || said.password !== '') return false;
  return said.origin === asked.origin && normalized(said.pathname) === normalized(asked.pathname);
}

function normalized(path: string): string {
  return path.replace(/%[\dA-Fa-f]{2}/g, (encoded) => {
    const char = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return UNRESERVED.test(char) ? char : encoded.toUpperCase();
  });
}
