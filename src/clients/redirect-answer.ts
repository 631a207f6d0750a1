/**
 * The address that carries an answer back to the client in its query (§3.3 D, RFC 6749 §4.1.2). The redirect_uri stays
 * as it was registered and asked for; a null value is left out.
 */
export function answerAt(redirectUri: string, answer: Readonly<Record<string, string | null>>): string {
  const query = Object.entries(answer)
    .flatMap(([name, value]) => (value === null ? [] : `${name}=${encodeURIComponent(value)}`))
    .join('&');
  const separator = redirectUri.includes('?') ? (/[?&]$/.test(redirectUri) ? '' : '&') : '?';
  return `${redirectUri}${separator}${query}`;
}
