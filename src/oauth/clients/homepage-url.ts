import { isLoopbackUrl } from '../../platform/config/loopback.js';
import { parseUrl } from '../../platform/operations/parse-url.js';

/** The problem with the homepage of a client record, to which users follow a link, or null. */
export function problemWithHomepageUrl(text: string): string | null {
  // Without the slashes, a link would be relative to the page that it is on.
  const url = /^https?:\/\/[^/?#]/i.test(text) ? parseUrl(text) : null;
  const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackUrl(text));
  if (!url || !isWeb) return 'must be an https URL, such as https://shop.example (http on this machine only)';
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(text)) return 'must not contain spaces, backslashes or control characters';
  return url.username === '' && url.password === '' ? null : 'must not have userinfo (user:password@)';
}
