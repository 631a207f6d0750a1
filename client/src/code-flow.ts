import { claimsIn, randomText, sha256 } from './encoding.js';
import { InvalidCallback, OAuthError, secondsIn } from './errors.js';
import type { Tokens } from './tokens.js';

/** What an authorization asks for, in the terms of RFC 6749 §4.1.1 and OpenID Connect Core §3.1.2.1. */
export interface AuthorizationParameters {
  /** Where the user comes back to: a RedirectUrl of the client. */
  readonly redirect_uri: string;
  /** Separated by spaces: `openid account`. */
  readonly scope?: string;
  readonly prompt?: 'none' | 'login' | 'consent' | 'select_account';
  readonly login_hint?: string;
  readonly ui_locales?: string;
  readonly acr_values?: string;
  /** Seconds. */
  readonly max_age?: number;
  readonly id_token_hint?: string;
}

/** What has to be kept for this one browser until the user is back, where no other can read it: it is plain data. */
export interface KeptAuthorization {
  readonly state: string;
  readonly code_verifier: string;
  readonly redirect_uri: string;
  readonly nonce?: string;
}

export interface AuthorizationRequest {
  /** Where the browser goes. */
  readonly url: string;
  readonly kept: KeptAuthorization;
}

/** An authorization request with PKCE and state, and for the scope `openid` a nonce. */
export async function authorizationRequest(
  endpoint: string,
  asked: AuthorizationParameters & { readonly client_id: string; readonly dpop_jkt?: string },
): Promise<AuthorizationRequest> {
  const { redirect_uri, scope = '' } = asked;
  const [state, code_verifier] = [randomText(), randomText()];
  const isOpenId = scope.split(' ').includes('openid');
  const kept = { state, code_verifier, redirect_uri, ...(isOpenId && { nonce: randomText() }) };
  const parameters = {
    ...asked,
    response_type: 'code',
    state,
    code_challenge: await sha256(code_verifier),
    code_challenge_method: 'S256',
    nonce: kept.nonce,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) query.set(name, String(value));
  return { url: `${endpoint}?${query}`, kept };
}

/**
 * The code that the user came back with.
 * @throws InvalidCallback it is not the answer to what was kept (RFC 6749 §10.12, RFC 9207)
 * @throws OAuthError it says no: `access_denied`, `login_required` …
 */
export function codeIn(callback: string | URL, kept: KeptAuthorization | undefined, issuer: string): string {
  const answer = new URL(callback).searchParams;
  if (!kept) throw new InvalidCallback('Nothing was asked for from this browser.');
  if (answer.get('state') !== kept.state) throw new InvalidCallback('The state is not that of this browser.');
  if (answer.get('iss') !== issuer) throw new InvalidCallback(`The answer is not from ${issuer}.`);
  const error = errorIn(answer);
  if (error) throw error;
  const code = answer.get('code');
  if (code === null) throw new InvalidCallback('There is no code in the address.');
  return code;
}

/** The error in the address that a browser came back to; null where there is none. */
export function errorIn(answer: URLSearchParams): OAuthError | null {
  const { error, error_description, error_uri, retry_after } = Object.fromEntries(answer);
  if (!error) return null;
  const isTime = secondsIn(retry_after ?? null) !== null;
  const headers = new Headers(isTime ? { 'Retry-After': retry_after } : {});
  return new OAuthError({ error, error_description, error_uri }, { status: 0, headers });
}

/**
 * Checks an ID token that came from `/token` itself: by whom, for whom, until when, for which request. TLS stands for
 * its signature there (OpenID Connect Core §3.1.3.7, number 6).
 * @param now milliseconds since the epoch
 */
export function requireIdToken(
  { id_token }: Tokens,
  { nonce, issuer, clientId, now }: { nonce: string; issuer: string; clientId: string; now: number },
): void {
  const claims = claimsIn(id_token ?? '');
  const isMine = claims.iss === issuer && claims.aud === clientId && claims.nonce === nonce;
  if (!isMine || !(Number(claims.exp) * 1000 > now))
    throw new InvalidCallback('The ID token is not the answer to what this browser asked for.');
}
