import { isSafe, problemWithAddress } from '../../platform/checks/address.js';

/** The problem with the homepage of a client record, to which users follow a link, or null. */
export function problemWithHomepageUrl(text: string): string | null {
  const must = 'must be an https URL, such as https://shop.example (http on this machine only)';
  return problemWithAddress(text, isSafe, must);
}
