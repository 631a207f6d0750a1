import type { AnswerName } from './answer-names.js';

/** Of the one list of names alone: whatever is added there is refused in a redirect_uri as well. */
export type Answer = Readonly<Partial<Record<AnswerName, string | null>>>;

/**
 * The address that carries an answer back to the client in its query (§3.3 D, RFC 6749 §4.1.2). The redirect_uri stays
 * as it was registered and asked for; a null value is left out.
 * @param encoded the state as it came, percent-encoded (D108)
 */
export function answerAt(
  redirectUri: string,
  answer: Answer,
  encoded: Readonly<Partial<Record<'state', string | null>>> = {},
): string {
  const query = [
    ...Object.entries(answer).map(([name, value]) => pairOf(name, value && encodeURIComponent(value))),
    ...Object.entries(encoded).map(([name, value]) => pairOf(name, value && withinItsPlace(value))),
  ].filter((pair) => pair !== null);
  if (query.length === 0) return redirectUri;
  const separator = redirectUri.includes('?') ? (/[?&]$/.test(redirectUri) ? '' : '&') : '?';
  return `${redirectUri}${separator}${query.join('&')}`;
}

function pairOf(name: string, value: string | null): string | null {
  return value === null ? null : `${name}=${value}`;
}

/** What ends a parameter, a query or a header can't stand in one that came; should it all the same, it does no harm. */
function withinItsPlace(text: string): string {
  return text.replace(/[^!-~]|[&#]/gu, encodeURIComponent);
}
