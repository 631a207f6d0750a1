import { unescape } from 'node:querystring';
import { allowedRedirectUri } from '../clients/redirect-uri.js';
import { canAuthenticate, type KnownClient } from '../clients/client-directory.js';
import { profileRulesOf } from '../clients/client-profiles.js';
import { readAcrs, UNMET } from './asked-acrs.js';
import type { AskedAuthorization } from './authorization-context.entity.js';
import { readClaims } from './claims-parameter.js';
import {
  AUTHORIZE_PARAMETERS,
  MAY_REPEAT,
  maxLengthOf,
  NOT_SUPPORTED,
  type ResponseMode,
  type ResponseType,
} from './authorize-parameters.js';
import type { OAuthError } from '../../platform/errors/oauth-errors.js';
import { allowedClaims } from '../tokens/requested-claims.js';
import { HERE, isForOthers, keptTarget, scopeFor, type Target } from '../tokens/target.js';
import { readPrompts } from './prompt-parameter.js';
import { scopeHere } from './scope-here.js';

/** Raw parameters of an authorization request; a repeated one is a list. */
export type AuthorizeParameters = Readonly<Record<string, unknown>>;

/** A valid authorization request. */
export interface AuthorizeRequest extends Readonly<AskedAuthorization> {
  /** It was only named, by `sub`: no id_token shows that the client knows its user. */
  readonly isOnlyNamed: boolean;
}

/** Where an answer goes, and how. */
export type WayBack = Pick<AuthorizeRequest, 'redirectUri' | 'state' | 'responseMode'>;

/** An error that is redirected to the third party (D57, RFC 6749 §4.1.2.1). */
export interface AuthorizeError {
  readonly error: OAuthError;
  readonly description: string;
  /** For the audit, which keeps nothing that was sent; default: the description. */
  readonly why?: string;
}

/** Percent-encoding makes a two-byte character six characters long; the state is sent and stored like that (D108). */
const LONGEST_STATE = 6 * maxLengthOf('state');
const TOO_LONG = `state may have at most ${LONGEST_STATE} characters as it is sent, percent-encoded.`;
const NOT_FOR_FORMS = 'state must be UTF-8 without line breaks to come back in a form.';
const WRONG_SCOPE = 'The scope is unknown, or needs another.';
const JUDGED_BEFORE = ['client_id', 'redirect_uri'];
const JUDGED_HERE = Object.keys(AUTHORIZE_PARAMETERS).filter((name) => !JUDGED_BEFORE.includes(name));
/** A SHA-256. */
const CHALLENGE = /^[\w-]{43}$/;

/** A parameter that was sent once; else null. One without a value counts as left out (RFC 6749 §3.1). */
export function single(parameters: AuthorizeParameters, name: string): string | null {
  const [value, ...more] = sentValues(parameters, name);
  return typeof value === 'string' && more.length === 0 && problemWithText(name, value) === null
    ? value
    : null;
}

/** The values of a parameter that has any; a list where it was repeated. */
export function sentValues(parameters: AuthorizeParameters, name: string): unknown[] {
  return [parameters[name] ?? ''].flat().filter((value) => value !== '');
}

/**
 * The state as it stands in the query, still percent-encoded: it is returned byte for byte (§4.2), and bytes that are
 * not UTF-8 would not survive decoding (D108). null when it is missing, empty, or can't be returned, for example
 * because it is too long to be sent. One that is refused for its characters comes back with that error (D353).
 */
function stateOf(query: string, parameters: AuthorizeParameters): string | null {
  const [sent, ...more] = sentValues(parameters, 'state');
  if (typeof sent !== 'string' || more.length > 0 || sent.includes('\0')) return null;
  const pair = query
    .split('&')
    .find((text) => unescape(text.split('=', 1)[0].replaceAll('+', ' ')) === 'state' && /=./s.test(text));
  const state = pair === undefined ? null : plainAscii(pair.slice(pair.indexOf('=') + 1));
  return state === null || state.length > LONGEST_STATE ? null : state;
}

/** Where the answer goes, and how, once its redirect_uri is known to be the client's. */
export function wayBackOf(query: string, parameters: AuthorizeParameters, redirectUri: string): WayBack {
  const responseMode = responseModeOf(parameters, redirectUri);
  const state = stateOf(query, parameters);
  const isAnswerable = state === null || responseMode !== 'form_post' || stateInForm(state) !== null;
  return { redirectUri, state: isAnswerable ? state : null, responseMode };
}

/** How any answer to this request goes back, an error too; null: in the query, as where what was asked for can't be. */
function responseModeOf(parameters: AuthorizeParameters, redirectUri: string): ResponseMode | null {
  const mode = single(parameters, 'response_mode');
  if (mode === 'fragment') return mode;
  return mode === 'form_post' && isWebAddress(redirectUri) ? mode : null;
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
  return allowedRedirectUri(redirectUri, client.redirectUrls, profileRulesOf(client).matchesExactly);
}

/** Checks everything but client_id and redirect_uri, which were checked before. */
export function readRequest(
  parameters: AuthorizeParameters,
  client: KnownClient,
  way: WayBack,
  target: Target = HERE,
): AuthorizeRequest | AuthorizeError {
  for (const [name, error] of Object.entries(NOT_SUPPORTED))
    if (sentValues(parameters, name).length > 0) return { error, description: `${name} is not supported.` };
  for (const name of JUDGED_HERE) {
    const [value = '', ...more] = sentValues(parameters, name);
    const isOnce = typeof value === 'string' && (more.length === 0 || MAY_REPEAT.includes(name));
    const problem = isOnce ? problemWithText(name, value) : 'may be sent only once';
    if (problem !== null) return invalid(`${name} ${problem}.`);
  }
  if (way.state === null && single(parameters, 'state') !== null)
    return invalid(way.responseMode === 'form_post' ? NOT_FOR_FORMS : TOO_LONG);
  const responseType = single(parameters, 'response_type');
  if (responseType === null) return invalid('response_type is required: it must be code.');
  // An id_token that comes through the browser is yesterday's practice: only for the profile that has it (D225).
  if (responseType !== 'code' && (responseType !== 'id_token' || !profileRulesOf(client).getsIdTokenAlone))
    return { error: 'unsupported_response_type', description: 'response_type must be code.' };
  return (
    problemWithMode(parameters, way) ??
    (responseType === 'id_token' ? problemWithIdTokenAsked(parameters, way) : null) ??
    problemWithPkce(parameters, client, responseType) ??
    problemWithKey(parameters) ??
    withScope(parameters, client, { way, responseType, target })
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
 * PKCE (D60): S256 only; required of a code where the profile says so, and where neither secret nor key will authenticate
 * the exchange.
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
    const isNeeded = !canAuthenticate(client) || profileRulesOf(client).needsPkce;
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

interface Answering {
  readonly way: WayBack;
  readonly responseType: ResponseType;
  readonly target: Target;
}

function withScope(
  parameters: AuthorizeParameters,
  client: KnownClient,
  { way, responseType, target }: Answering,
): AuthorizeRequest | AuthorizeError {
  const prompts = readPrompts(single(parameters, 'prompt'));
  if (typeof prompts === 'string') return invalid(prompts);
  const text = single(parameters, 'scope');
  // An id_token is only for the client, whatever resource is named.
  const isForResources = isForOthers(target) && responseType === 'code';
  const asked = isForResources ? scopeFor(text, client, target) : scopeHere(text, client, responseType);
  if ('problem' in asked) return { error: 'invalid_scope', description: asked.problem, why: WRONG_SCOPE };
  const dpopJkt = single(parameters, 'dpop_jkt');
  const maxAge = single(parameters, 'max_age');
  if (maxAge !== null && !/^\d{1,9}$/.test(maxAge)) return invalid('max_age must be a number of seconds.');
  const wish = readClaims(single(parameters, 'claims'), asked.scope.split(' '), responseType);
  if (typeof wish === 'string') return invalid(wish);
  const acrs = readAcrs(single(parameters, 'acr_values'), wish, client);
  if (acrs === null) return UNMET;
  return {
    ...way,
    responseType,
    scope: asked.scope || null,
    resources: isForResources ? keptTarget(target) : null,
    codeChallenge: single(parameters, 'code_challenge'),
    dpopJkt: dpopJkt === null ? null : Buffer.from(dpopJkt, 'base64url'),
    prompt: prompts.join(' ') || null,
    nonce: single(parameters, 'nonce'),
    maxAge: maxAge === null ? null : Number(maxAge),
    ...acrs,
    claims: allowedClaims(wish.claims, client),
    loginHint: single(parameters, 'login_hint'),
    uiLocales: single(parameters, 'ui_locales'),
    hintedAccountId: wish.accountId,
    isOnlyNamed: wish.accountId !== null,
  };
}

function invalid(description: string): AuthorizeError {
  return { error: 'invalid_request', description };
}
