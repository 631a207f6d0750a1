import type { Response } from 'express';

/**
 * The address that carries an answer back to the third party (§3.3 D, RFC 6749 §4.1.2, `iss` of RFC 9207). The
 * redirect_uri stays as it was registered and asked for.
 * @param state as it came, percent-encoded (§4.2, D108)
 */
export function answerAt(
  redirectUri: string,
  issuer: string,
  answer: Readonly<Record<string, string>>,
  state: string | null,
): string {
  const named = Object.entries(answer).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (state !== null) named.push(`state=${withinItsPlace(state)}`);
  const query = [...named, `iss=${encodeURIComponent(issuer)}`].join('&');
  const separator = redirectUri.includes('?') ? (/[?&]$/.test(redirectUri) ? '' : '&') : '?';
  return `${redirectUri}${separator}${query}`;
}

/** As it is: Express would encode a `%` that no two digits follow. */
export function redirectTo(response: Response, status: 302 | 303, address: string): void {
  response.status(status).setHeader('Location', address);
  response.end();
}

/** What ends a parameter, a query or a header can't stand in one that came; should it all the same, it does no harm. */
function withinItsPlace(state: string): string {
  return state.replace(/[^!-~]|[&#]/gu, encodeURIComponent);
}
