import { FRAGMENT, problemWithAddress } from '../../platform/checks/address.js';

/** Schemes that a client record must not have; Hearth never redirects to them, even if a record has one. */
export const LOCAL_SCHEMES = ['javascript:', 'data:', 'file:', 'blob:', 'about:', 'vbscript:'];
/** An application's own scheme: a reversed domain name, without a host after it (RFC 8252 §7.1). */
export const PRIVATE_USE = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:\/(?!\/)/i;

const MUST =
  'must be an absolute URL, such as https://app.example/callback or com.example.app:/oauth2redirect';

/**
 * The problem with a RedirectUrl of a client record (§2.3), or null. It must be absolute and without fragment,
 * userinfo or wildcard, since redirect URIs are compared with it part by part (D56).
 */
export function problemWithRedirectUrl(text: string): string | null {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !PRIVATE_USE.test(text)) return MUST;
  const scheme = text.slice(0, text.indexOf(':') + 1).toLowerCase();
  if (LOCAL_SCHEMES.includes(scheme)) return `must not use the scheme ${scheme}`;
  if (text.includes('#')) return FRAGMENT;
  if (text.includes('*')) return 'must not have a wildcard (*)';
  if (/\/(\.|%2e){1,2}(?=[/?]|$)/i.test(text)) return 'must not have dot segments (/../)';
  return problemWithAddress(text, () => true, MUST);
}
