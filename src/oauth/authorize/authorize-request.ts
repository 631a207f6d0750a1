import { unescape } from 'node:querystring';
import { isRedirectUriAllowed } from '../clients/redirect-uri.js';
import type { KnownClient } from '../clients/client-directory.js';
import { AUTHORIZE_PARAMETERS, maxLengthOf } from './authorize-parameters.js';
import { parseScope, problemWithScopes } from '../tokens/scope.js';

/** Raw parameters of an authorization request; a repeated one is a list. */
export type AuthorizeParameters = Readonly<Record<string, unknown>>;

/** A valid authorization request (§4.2, RFC 6749 §4.1.1, RFC 7636 §4.3). */
export interface AuthorizeRequest {
  readonly redirectUri: string;
  /** Percent-encoded, as sent. */
  readonly state: string | null;
  /** As granted; null: everything that the client's ruleset allows. */
  readonly scope: string | null;
  readonly codeChallenge: string | null;
  readonly prompt: string | null;
  readonly nonce: string | null;
  /** In seconds. */
  readonly maxAge: number | null;
  readonly loginHint: string | null;
  readonly uiLocales: string | null;
}

/** An error that is redirected to the third party (D57, RFC 6749 §4.1.2.1). */
export interface AuthorizeError {
  readonly error: string;
  readonly description: string;
}

/** Percent-encoding makes a two-byte character six characters long; the state is sent and stored like that (D108). */
const LONGEST_STATE = 6 * maxLengthOf('state');
const PROMPTS = ['none', 'login', 'consent', 'select_account'];
const JUDGED_BEFORE = ['client_id', 'redirect_uri'];
const JUDGED_HERE = Object.keys(AUTHORIZE_PARAMETERS).filter((name) => !JUDGED_BEFORE.includes(name));
const CHALLENGE = /^[\w-]{43}$/;

/** A parameter that was sent once and is not empty; else null. */
export function single(parameters: AuthorizeParameters, name: string): string | null {
  const value = parameters[name];
  return typeof value === 'string' && value !== '' && problemWithText(name, value) === null ? value : null;
}

/**
 * The state as it stands in the query, still percent-encoded: it is returned byte for byte (§4.2), and bytes that are
 * not UTF-8 would not survive decoding (D108). null when it is missing, empty, or can't be returned, for example
 * because it is too long.
 */
export function stateOf(query: string, parameters: AuthorizeParameters): string | null {
  if (single(parameters, 'state') === null) return null;
  const pair = query
    .split('&')
    .find((text) => unescape(text.split('=', 1)[0].replaceAll('+', ' ')) === 'state');
  const state = pair === undefined ? null : plainAscii(pair.slice(pair.indexOf('=') + 1));
  return state === null || state.length > LONGEST_STATE ? null : state;
}

/** A query that is valid in a URL: other bytes are percent-encoded. Node.js gives one character per byte. */
export function plainAscii(query: string): string {
  return query.replace(
    /[^!-~]|#/g,
    (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}

function problemWithText(name: string, text: string): string | null {
  const longest = maxLengthOf(name);
  if ([...text].length > longest) return `may have at most ${longest} characters`;
  return text.includes('\0') ? 'must not have NUL characters' : null;
}

/** The redirect_uri if answers may be sent to it; null: they may be sent nowhere (D56, D57). */
export function redirectUriOf(parameters: AuthorizeParameters, client: KnownClient): string | null {
  const redirectUri = single(parameters, 'redirect_uri');
  if (redirectUri === null) return null;
  const isStrict = client.profile === 'strict';
  return isRedirectUriAllowed(redirectUri, client.redirectUrls, isStrict) ? redirectUri : null;
}

/** Checks everything but client_id and redirect_uri, which were checked before. */
export function readRequest(
  parameters: AuthorizeParameters,
  client: KnownClient,
  { redirectUri, state }: Pick<AuthorizeRequest, 'redirectUri' | 'state'>,
): AuthorizeRequest | AuthorizeError {
  for (const name of JUDGED_HERE) {
    const value = parameters[name] ?? '';
    const problem = typeof value === 'string' ? problemWithText(name, value) : 'may be sent only once';
    if (problem !== null) return invalid(`${name} ${problem}.`);
  }
  if (state === null && single(parameters, 'state') !== null)
    return invalid(`state may have at most ${LONGEST_STATE} characters as it is sent, percent-encoded.`);
  const responseType = single(parameters, 'response_type');
  if (responseType === null) return invalid('response_type is required: it must be code.');
  if (responseType !== 'code')
    return { error: 'unsupported_response_type', description: 'response_type must be code.' };
  return (
    problemWithPkce(parameters, client) ??
    problemWithPrompt(parameters) ??
    withScope(parameters, { redirectUri, state })
  );
}

export function isError(request: AuthorizeRequest | AuthorizeError): request is AuthorizeError {
  return 'error' in request;
}

/** PKCE (D60): S256 only; required for strict clients, and where no client secret will authenticate the exchange. */
function problemWithPkce(parameters: AuthorizeParameters, client: KnownClient): AuthorizeError | null {
  const challenge = single(parameters, 'code_challenge');
  const method = single(parameters, 'code_challenge_method');
  if (challenge === null) {
    if (method !== null) return invalid('code_challenge_method needs a code_challenge.');
    const isSecretless = client.secrets.length === 0;
    return isSecretless || client.profile === 'strict'
      ? invalid('This client must use PKCE: send code_challenge and code_challenge_method=S256.')
      : null;
  }
  if (method !== 'S256') return invalid('code_challenge_method must be S256.');
  if (!CHALLENGE.test(challenge))
    return invalid('code_challenge must be a SHA-256 in base64url: 43 characters.');
  return null;
}

function problemWithPrompt(parameters: AuthorizeParameters): AuthorizeError | null {
  const prompts = promptsOf(parameters);
  if (prompts.some((value) => !PROMPTS.includes(value)))
    return invalid(`prompt takes ${PROMPTS.join(', ')}.`);
  if (prompts.includes('none') && prompts.length > 1) return invalid('prompt=none stands alone.');
  return null;
}

function promptsOf(parameters: AuthorizeParameters): string[] {
  return (single(parameters, 'prompt') ?? '').split(' ').filter((value) => value !== '');
}

/** Each value once. */
function promptOf(parameters: AuthorizeParameters): string | null {
  return [...new Set(promptsOf(parameters))].join(' ') || null;
}

function withScope(
  parameters: AuthorizeParameters,
  checked: Pick<AuthorizeRequest, 'redirectUri' | 'state'>,
): AuthorizeRequest | AuthorizeError {
  const text = single(parameters, 'scope');
  const isOpenId = text?.split(' ').includes('openid') ?? false;
  // OpenID Connect Core §3.1.2.1: unknown scopes are ignored; plain OAuth answers with an error.
  const known = isOpenId
    ? text
        ?.split(' ')
        .filter((name) => parseScope(name) !== null)
        .join(' ')
    : text;
  const scopes = known ? parseScope(known) : null;
  if (text !== null && scopes === null)
    return { error: 'invalid_scope', description: 'scope names something this server does not know.' };
  const maxAge = single(parameters, 'max_age');
  if (maxAge !== null && !/^\d{1,9}$/.test(maxAge)) return invalid('max_age must be a number of seconds.');
  const lacking = problemWithScopes(scopes ?? []);
  if (lacking !== null) return { error: 'invalid_scope', description: lacking };
  return {
    ...checked,
    scope: scopes === null || scopes.length === 0 ? null : scopes.join(' '),
    codeChallenge: single(parameters, 'code_challenge'),
    prompt: promptOf(parameters),
    nonce: single(parameters, 'nonce'),
    maxAge: maxAge === null ? null : Number(maxAge),
    loginHint: single(parameters, 'login_hint'),
    uiLocales: single(parameters, 'ui_locales'),
  };
}

function invalid(description: string): AuthorizeError {
  return { error: 'invalid_request', description };
}
