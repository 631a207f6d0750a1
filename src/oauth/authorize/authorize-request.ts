import { unescape } from 'node:querystring';
import { isAcr } from '../../identity/sessions/acr.js';
import { allowedRedirectUri } from '../clients/redirect-uri.js';
import type { KnownClient } from '../clients/client-directory.js';
import {
  AUTHORIZE_PARAMETERS,
  maxLengthOf,
  NOT_SUPPORTED,
  type ResponseType,
} from './authorize-parameters.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import { isOfIdentity, readScope, usefulScopes } from '../tokens/scope.js';

/** Raw parameters of an authorization request; a repeated one is a list. */
export type AuthorizeParameters = Readonly<Record<string, unknown>>;

/** A valid authorization request (§4.2, RFC 6749 §4.1.1, RFC 7636 §4.3). */
export interface AuthorizeRequest {
  readonly redirectUri: string;
  /** What it is answered with. */
  readonly responseType: ResponseType;
  /** Percent-encoded, as sent. */
  readonly state: string | null;
  /** How the answer goes back; null: in the query. */
  readonly responseMode: 'form_post' | null;
  /** As granted; null: everything that the client's ruleset allows. */
  readonly scope: string | null;
  readonly codeChallenge: string | null;
  /** Thumbprint of the key that alone may redeem the code, 32 bytes (RFC 9449 §10). */
  readonly dpopJkt: Buffer | null;
  readonly prompt: string | null;
  readonly nonce: string | null;
  /** In seconds. */
  readonly maxAge: number | null;
  /** Those of `acr_values` that are known, separated by spaces; null: none. */
  readonly acrValues: string | null;
  readonly loginHint: string | null;
  readonly uiLocales: string | null;
  /** The account of the id_token_hint; null: there is none. */
  readonly hintedAccountId: Long | null;
}

/** Where an answer goes, and how. */
export type WayBack = Pick<AuthorizeRequest, 'redirectUri' | 'state' | 'responseMode'>;

/** An error that is redirected to the third party (D57, RFC 6749 §4.1.2.1). */
export interface AuthorizeError {
  readonly error: string;
  readonly description: string;
}

/** Percent-encoding makes a two-byte character six characters long; the state is sent and stored like that (D108). */
const LONGEST_STATE = 6 * maxLengthOf('state');
const UNANSWERABLE = {
  query: `state may have at most ${LONGEST_STATE} characters as it is sent, percent-encoded.`,
  form_post: 'state must be UTF-8 without line breaks to come back in a form.',
};
/** OpenID Connect Core Error Code unmet_authentication_requirements 1.0. */
export const UNMET: AuthorizeError = {
  error: 'unmet_authentication_requirements',
  description: 'The user can sign in in none of the ways that acr_values asks for.',
};
const PROMPTS = ['none', 'login', 'consent', 'select_account'];
const JUDGED_BEFORE = ['client_id', 'redirect_uri'];
const JUDGED_HERE = Object.keys(AUTHORIZE_PARAMETERS).filter((name) => !JUDGED_BEFORE.includes(name));
/** RFC 8707 §2. */
const MAY_REPEAT = ['resource'];
/** A SHA-256. */
const CHALLENGE = /^[\w-]{43}$/;

/** A parameter that was sent once; else null. One without a value counts as left out (RFC 6749 §3.1). */
export function single(parameters: AuthorizeParameters, name: string): string | null {
  const [value, ...more] = valuesOf(parameters, name);
  return typeof value === 'string' && more.length === 0 && problemWithText(name, value) === null
    ? value
    : null;
}

/** The values of a parameter that has any; a list where it was repeated. */
export function valuesOf(parameters: AuthorizeParameters, name: string): unknown[] {
  return [parameters[name] ?? ''].flat().filter((value) => value !== '');
}

/**
 * The state as it stands in the query, still percent-encoded: it is returned byte for byte (§4.2), and bytes that are
 * not UTF-8 would not survive decoding (D108). null when it is missing, empty, or can't be returned, for example
 * because it is too long to be sent. One that is refused for its characters comes back with that error (D353).
 */
function stateOf(query: string, parameters: AuthorizeParameters): string | null {
  const [sent, ...more] = valuesOf(parameters, 'state');
  if (typeof sent !== 'string' || more.length > 0 || sent.includes('\0')) return null;
  const pair = query
    .split('&')
    .find((text) => unescape(text.split('=', 1)[0].replaceAll('+', ' ')) === 'state' && /=./s.test(text));
  const state = pair === undefined ? null : plainAscii(pair.slice(pair.indexOf('=') + 1));
  return state === null || state.length > LONGEST_STATE ? null : state;
}

/** Where the answer goes, and how, once its redirect_uri is known to be the client's. */
export function wayBackOf(query: string, parameters: AuthorizeParameters, redirectUri: string): WayBack {
  const isForm = single(parameters, 'response_mode') === 'form_post' && isWebAddress(redirectUri);
  const state = stateOf(query, parameters);
  const isAnswerable = state === null || !isForm || stateInForm(state) !== null;
  return { redirectUri, state: isAnswerable ? state : null, responseMode: isForm ? 'form_post' : null };
}

/** The state as a field of a form holds it; null for one that a form would change. */
export function stateInForm(state: string): string | null {
  try {
    const text = decodeURIComponent(state.replaceAll('+', ' '));
    return /[\r\n]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

function isWebAddress(uri: string): boolean {
  return /^https?:/i.test(uri);
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
  return allowedRedirectUri(redirectUri, client.redirectUrls, client.profile === 'strict');
}

/** Checks everything but client_id and redirect_uri, which were checked before. */
export function readRequest(
  parameters: AuthorizeParameters,
  client: KnownClient,
  way: WayBack,
): AuthorizeRequest | AuthorizeError {
  for (const [name, error] of Object.entries(NOT_SUPPORTED))
    if (valuesOf(parameters, name).length > 0) return { error, description: `${name} is not supported.` };
  for (const name of JUDGED_HERE) {
    const [value = '', ...more] = valuesOf(parameters, name);
    const isOnce = typeof value === 'string' && (more.length === 0 || MAY_REPEAT.includes(name));
    const problem = isOnce ? problemWithText(name, value) : 'may be sent only once';
    if (problem !== null) return invalid(`${name} ${problem}.`);
  }
  if (way.state === null && single(parameters, 'state') !== null)
    return invalid(UNANSWERABLE[way.responseMode ?? 'query']);
  const responseType = single(parameters, 'response_type');
  if (responseType === null) return invalid('response_type is required: it must be code.');
  // An id_token that comes through the browser is yesterday's practice: never for strict clients (D225).
  if (responseType !== 'code' && (responseType !== 'id_token' || client.profile === 'strict'))
    return { error: 'unsupported_response_type', description: 'response_type must be code.' };
  return (
    problemWithMode(parameters, way) ??
    (responseType === 'id_token' ? problemWithIdTokenAsked(parameters, way) : null) ??
    problemWithPkce(parameters, client, responseType) ??
    problemWithKey(parameters) ??
    problemWithPrompt(parameters) ??
    withScope(parameters, client, way, responseType)
  );
}

export function isError(request: AuthorizeRequest | AuthorizeError): request is AuthorizeError {
  return 'error' in request;
}

/** OAuth 2.0 Form Post Response Mode; a form reaches no application that has a scheme of its own. */
function problemWithMode(parameters: AuthorizeParameters, { redirectUri }: WayBack): AuthorizeError | null {
  const mode = single(parameters, 'response_mode') ?? 'query';
  const { values } = AUTHORIZE_PARAMETERS.response_mode;
  if (!(values as readonly string[]).includes(mode))
    return invalid(`response_mode takes ${values.join(', ')}.`);
  return mode === 'form_post' && !isWebAddress(redirectUri)
    ? invalid('response_mode=form_post needs a redirect_uri of http or https.')
    : null;
}

/**
 * PKCE (D60): S256 only; required of a code for strict clients, and where no client secret will authenticate the
 * exchange.
 */
function problemWithPkce(
  parameters: AuthorizeParameters,
  client: KnownClient,
  responseType: ResponseType,
): AuthorizeError | null {
  const challenge = single(parameters, 'code_challenge');
  const method = single(parameters, 'code_challenge_method');
  if (challenge === null) {
    if (method !== null) return invalid('code_challenge_method needs a code_challenge.');
    const isNeeded = client.secrets.length === 0 || client.profile === 'strict';
    return isNeeded && responseType === 'code'
      ? invalid('This client must use PKCE: send code_challenge and code_challenge_method=S256.')
      : null;
  }
  if (method !== 'S256') return invalid('code_challenge_method must be S256.');
  if (!CHALLENGE.test(challenge))
    return invalid('code_challenge must be a SHA-256 in base64url: 43 characters.');
  return null;
}

/** RFC 9449 §10. */
function problemWithKey(parameters: AuthorizeParameters): AuthorizeError | null {
  const thumbprint = single(parameters, 'dpop_jkt');
  return thumbprint === null || CHALLENGE.test(thumbprint)
    ? null
    : invalid('dpop_jkt must be a SHA-256 in base64url: 43 characters.');
}

/** OpenID Connect Core §3.2.2.1. Never in a fragment or a query, which browsers keep (D225). */
function problemWithIdTokenAsked(parameters: AuthorizeParameters, way: WayBack): AuthorizeError | null {
  if (way.responseMode !== 'form_post')
    return invalid('response_type=id_token needs response_mode=form_post.');
  if (single(parameters, 'nonce') === null) return invalid('response_type=id_token needs a nonce.');
  const scopes = (single(parameters, 'scope') ?? '').split(' ');
  return scopes.includes('openid')
    ? null
    : { error: 'invalid_scope', description: 'response_type=id_token needs the scope openid.' };
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
  client: KnownClient,
  way: WayBack,
  responseType: ResponseType,
): AuthorizeRequest | AuthorizeError {
  const asked = readScope(single(parameters, 'scope') ?? '');
  if (typeof asked === 'string') return { error: 'invalid_scope', description: asked };
  const useful = usefulScopes(asked.join(' '), client);
  const scopes = responseType === 'code' ? useful : useful.filter(isOfIdentity);
  if (asked.length > 0 && scopes.length === 0)
    return { error: 'invalid_scope', description: Errors.scopeNotValid.meaning };
  const dpopJkt = single(parameters, 'dpop_jkt');
  const maxAge = single(parameters, 'max_age');
  if (maxAge !== null && !/^\d{1,9}$/.test(maxAge)) return invalid('max_age must be a number of seconds.');
  const wanted = (single(parameters, 'acr_values') ?? '').split(' ').filter((value) => value !== '');
  const acrs = [...new Set(wanted)].filter(isAcr);
  if (wanted.length > 0 && acrs.length === 0 && isAcrEssential(client)) return UNMET;
  return {
    ...way,
    responseType,
    scope: scopes.join(' ') || null,
    codeChallenge: single(parameters, 'code_challenge'),
    dpopJkt: dpopJkt === null ? null : Buffer.from(dpopJkt, 'base64url'),
    prompt: promptOf(parameters),
    nonce: single(parameters, 'nonce'),
    maxAge: maxAge === null ? null : Number(maxAge),
    acrValues: acrs.join(' ') || null,
    loginHint: single(parameters, 'login_hint'),
    uiLocales: single(parameters, 'ui_locales'),
    hintedAccountId: null,
  };
}

/** A strict client is told, where others get the sign-in that there is: acr_values are a wish in OpenID Connect (D251). */
export function isAcrEssential({ profile }: Pick<KnownClient, 'profile'>): boolean {
  return profile === 'strict';
}

function invalid(description: string): AuthorizeError {
  return { error: 'invalid_request', description };
}
