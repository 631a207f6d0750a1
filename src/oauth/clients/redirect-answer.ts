import type { OAuthError } from '../../platform/errors/oauth-errors.js';
import type { AnswerName } from './answer-names.js';

/** The parameters of an answer. Only names of the list are possible, since those are refused in a redirect_uri. */
export type Answer = Readonly<
  Partial<Record<Exclude<AnswerName, 'error'>, string | null>> & { readonly error?: OAuthError | null }
>;

/** Where in an address an answer is (OAuth 2.0 Multiple Response Type Encoding Practices §2.1). */
export type AnswerPart = 'query' | 'fragment';

/**
 * The redirect_uri with an answer to the client added to its query, or as its fragment (§3.3 D, RFC 6749 §4.1.2). The
 * redirect_uri itself is not changed, and has no fragment of its own; null values are left out.
 * @param encoded the state as it was received, percent-encoded (D108)
 */
export function answerAt(
  redirectUri: string,
  answer: Answer,
  encoded: Readonly<Partial<Record<'state', string | null>>> = {},
  part: AnswerPart = 'query',
): string {
  const pairs = [
    ...Object.entries(answer).map(([name, value]) => pairOf(name, value && encodeURIComponent(value))),
    ...Object.entries(encoded).map(([name, value]) => pairOf(name, value && withinItsPlace(value))),
  ].filter((pair) => pair !== null);
  if (pairs.length === 0) return redirectUri;
  if (part === 'fragment') return `${redirectUri}#${pairs.join('&')}`;
  const separator = redirectUri.includes('?') ? (/[?&]$/.test(redirectUri) ? '' : '&') : '?';
  return `${redirectUri}${separator}${pairs.join('&')}`;
}

function pairOf(name: string, value: string | null): string | null {
  return value === null ? null : `${name}=${value}`;
}

/**
 * Encodes characters that would end the parameter, the query or the header. A state should never have them; this makes
 * sure.
 */
function withinItsPlace(text: string): string {
  return text.replace(/[^!-~]|[&#]/gu, encodeURIComponent);
}
