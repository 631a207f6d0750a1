import { parseUrl } from '../../platform/operations/parse-url.js';

/** Schemes that no client record may have, and that are never redirected to even if one has. */
export const LOCAL_SCHEMES = ['javascript:', 'data:', 'file:', 'blob:', 'about:', 'vbscript:'];

/**
 * The problem with a RedirectUrl of a client record (§2.3), or null. It must be absolute and without fragment,
 * userinfo or wildcard, since redirect URIs are compared with it part by part (D56).
 */
export function problemWithRedirectUrl(text: string): string | null {
  const url = parseUrl(text);
  if (!url || !/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    return 'must be an absolute URL, such as https://app.example/callback or com.example.app://callback';
  if (LOCAL_SCHEMES.includes(url.protocol)) return `must not use the scheme ${url.protocol}`;
  if (/[\s\\\p{Cc}]/u.test(text)) return 'must not contain spaces, backslashes or control characters';
  if (text.includes('#')) return 'must not have a fragment (#…)';
  if (url.username !== '' || url.password !== '' || hasUserinfo(text))
    return 'must not have userinfo (user:password@)';
  if (/\/(\.|%2e){1,2}(?=[/?]|$)/i.test(text)) return 'must not have dot segments (/../)';
  if (text.includes('*')) return 'must not have a wildcard (*)';
  return null;
}

/** Of this machine: no network can read or change what is sent there (RFC 8252 §7.3). */
export function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
}

function hasUserinfo(text: string): boolean {
  const authority = /^[^:]+:\/\/([^/?#]*)/.exec(text)?.[1] ?? '';
  return authority.includes('@');
}
