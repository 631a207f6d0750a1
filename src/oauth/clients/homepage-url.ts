import { isLoopbackUrl } from '../../platform/config/loopback.js';
import { parseUrl } from '../../platform/operations/parse-url.js';

/** What is wrong with the homepage of a client record, which users follow, or null. */
export function problemWithHomepageUrl(text: string): string | null {
  // Without the slashes it would be an address of the page that it stands on.
  const url = /^https?:\/\/[^/?#]/i.test(text) ? parseUrl(text) : null;
  const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackUrl(text));
  if (!url || !isWeb)
    return 'must be an https URL, such as https://shop.example (http on this machine alone)';
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(text)) return 'must not contain spaces, backslashes or control characters';
  return url.username === '' && url.password === '' ? null : 'must not have userinfo (user:password@)';
}
