import { isUtf8 } from 'node:buffer';
import type { Exchange } from '../../platform/operations/exchange.js';
import type { Parameters } from '../../platform/operations/parameters.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { invalidBoundToken } from '../dpop/dpop-refusals.js';
import { parseMacHeader, type MacCredentials } from '../mac/mac-header.js';
import { macError } from '../mac/mac-verifier.js';
import type { SentAssertion } from './client-assertions.js';

/** One reading of client credentials; a Basic header may be form-encoded or literal (D34). */
export interface ClientCredentials {
  readonly clientId: string;
  /** null: only the client_id was sent. */
  readonly secret: string | null;
}

export type TokenCredentials =
  | { readonly scheme: 'bearer' | 'dpop'; readonly token: string }
  | { readonly scheme: 'mac'; readonly mac: MacCredentials };

/** Credentials of a request: well-formed, not yet checked. */
interface Credentials {
  readonly token: TokenCredentials | null;
  /** Possible readings of the same credentials, the standard one first; empty: none were sent. */
  readonly client: readonly ClientCredentials[];
  /** What the client sends instead of a secret; null: nothing. */
  readonly assertion: SentAssertion | null;
}

/** Characters that form encoding produces: without them there is nothing to decode. */
const FORM_ENCODED = /[%+]/;
const CLIENT_ID = ['clientid'];
const ACCESS_TOKEN = ['accesstoken'];
/** The spellings of client_secret; one example of the document has client_password (D4). */
export const CLIENT_SECRET_NAMES: readonly string[] = ['clientsecret', 'clientpassword'];

const ASSERTION = ['clientassertion'];
const ASSERTION_TYPE = ['clientassertiontype'];
const JWT_ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const ONE_WAY = 'a client authenticates in one way: leave out either the secret or the client_assertion';

const SCHEME = /^([A-Za-z-]+)(?: +(.*))?$/s;
const BEARER_TOKEN = /^[\w.~+/-]{1,1024}=*$/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * Reads the Authorization header and the client parameters (§4.1, §5.3, D34).
 * @throws CallError invalidParameter for malformed client credentials, accessTokenInvalid for malformed tokens
 */
export function readCredentials(exchange: Exchange): Credentials {
  const { headers, parameters } = exchange;
  const fromParameters = clientFromParameters(
    sent(parameters, CLIENT_ID),
    sent(parameters, CLIENT_SECRET_NAMES),
  );
  const assertion = assertionIn(exchange, fromParameters);
  const inForm = exchange.operation?.forTokens ? tokenInForm(parameters) : null;
  if (headers.authorization === undefined) return { token: inForm, client: fromParameters, assertion };
  if (inForm)
    throw malformed('the access token may be sent once: in the Authorization header or in the form');
  const [, scheme, rest = ''] = SCHEME.exec(headers.authorization) ?? [];
  switch (scheme?.toLowerCase()) {
    case 'basic':
      if (assertion !== null) throw malformed(ONE_WAY);
      return { token: null, client: sameClient(parseBasic(rest), fromParameters), assertion };
    case 'bearer':
      return { token: parseBearer(rest), client: fromParameters, assertion };
    case 'dpop':
      return { token: parseBound(rest), client: fromParameters, assertion };
    case 'mac':
      return { token: parseMac(rest), client: fromParameters, assertion };
    default:
      throw malformed('the Authorization header must use the scheme Basic, Bearer, DPoP or MAC');
  }
}

/** Whether the request identifies its client: by a header, by both client parameters, or by an assertion. */
export function namesClient({ headers, parameters }: Exchange): boolean {
  if (headers.authorization !== undefined) return true;
  if (sent(parameters, ASSERTION) !== undefined) return true;
  return sent(parameters, CLIENT_ID) !== undefined && sent(parameters, CLIENT_SECRET_NAMES) !== undefined;
}

/** Whether the request presents a Bearer token, or a bound one, well-formed or not: it must not travel unencrypted (D44). */
export function usesBearer({ headers }: Exchange): boolean {
  return headers.authorization !== undefined && /^(bearer|dpop)\b/i.test(headers.authorization);
}

/** Whether the request presents a token: then its session is ignored (D42). */
export function usesToken({ headers }: Exchange): boolean {
  return headers.authorization !== undefined && /^(bearer|mac|dpop)\b/i.test(headers.authorization);
}

export function invalidBearer(description: string): CallError {
  const headers = { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${description}"` };
  return new CallError(Errors.accessTokenInvalid, {}, { headers });
}

/** Reads the token in the body only: many programs log a query (RFC 6750 §2.2, §2.3). */
function tokenInForm(parameters: Parameters): TokenCredentials | null {
  const token = sent(parameters, ACCESS_TOKEN);
  return token === undefined || parameters.isInQuery(ACCESS_TOKEN) ? null : parseBearer(token);
}

/** A parameter without a value counts as left out (RFC 6749 §3.2). */
function sent(parameters: Parameters, names: readonly string[]): string | undefined {
  return parameters.get(names) || undefined;
}

/** Basic credentials, split at the first colon, since a secret may contain one. */
export function parseBasic(encoded: string): ClientCredentials[] {
  if (!BASE64.test(encoded)) throw malformed('the Basic value must be base64 of client_id:client_secret');
  const bytes = Buffer.from(encoded, 'base64');
  if (!isUtf8(bytes)) throw unusable();
  const text = bytes.toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) throw malformed('the Basic value must be base64 of client_id:client_secret');
  if (text.includes('\0')) throw unusable();
  const raw = { clientId: text.slice(0, colon), secret: text.slice(colon + 1) };
  if (!FORM_ENCODED.test(text)) return [raw];
  const decoded = { clientId: formDecoded(raw.clientId), secret: formDecoded(raw.secret) };
  if (decoded.clientId.includes('\0') || decoded.secret.includes('\0')) throw unusable();
  const isSame = decoded.clientId === raw.clientId && decoded.secret === raw.secret;
  return isSame ? [raw] : [decoded, raw];
}

/**
 * Reads an assertion of the client (RFC 7521 §4.2), in the body only: many programs log a query.
 * @throws CallError invalidParameter; clientNotAuthenticated for another type
 */
function assertionIn({ parameters }: Exchange, [named]: readonly ClientCredentials[]): SentAssertion | null {
  const jwt = sent(parameters, ASSERTION);
  const type = sent(parameters, ASSERTION_TYPE);
  if (jwt === undefined && type === undefined) return null;
  if (jwt === undefined || type === undefined)
    throw malformed('client_assertion and client_assertion_type are sent together');
  if (parameters.isInQuery(ASSERTION))
    throw malformed('client_assertion must be in the body, not in the query string');
  if (type !== JWT_ASSERTION) {
    const message = `client_assertion_type must be ${JWT_ASSERTION}.`;
    throw new CallError(Errors.clientNotAuthenticated, { problem: message }, { message });
  }
  if (typeof named?.secret === 'string') throw malformed(ONE_WAY);
  return { jwt, clientId: named?.clientId ?? null };
}

function clientFromParameters(clientId: string | undefined, secret: string | undefined): ClientCredentials[] {
  if (clientId === undefined) {
    if (secret !== undefined) throw malformed('client_id is required beside client_secret');
    return [];
  }
  return [{ clientId, secret: secret ?? null }];
}

/** A header and parameters in one request must name the same client (D34). */
function sameClient(basic: ClientCredentials[], fromParameters: ClientCredentials[]): ClientCredentials[] {
  const [named] = fromParameters;
  if (!named) return basic;
  const isSame = basic.some(
    ({ clientId, secret }) => clientId === named.clientId && (named.secret ?? secret) === secret,
  );
  if (!isSame)
    throw malformed('the Authorization header and the parameters hold different client credentials');
  return basic;
}

function parseBearer(text: string): TokenCredentials {
  if (!BEARER_TOKEN.test(text)) throw invalidBearer('The access token is malformed');
  return { scheme: 'bearer', token: text };
}

function parseBound(text: string): TokenCredentials {
  if (!BEARER_TOKEN.test(text)) throw invalidBoundToken('The access token is malformed');
  return { scheme: 'dpop', token: text };
}

function parseMac(text: string): TokenCredentials {
  const parsed = parseMacHeader(text);
  if (typeof parsed === 'string') throw macError(parsed.replaceAll('"', "'"));
  return { scheme: 'mac', mac: parsed };
}

function unusable(): CallError {
  return malformed('the Basic value must be UTF-8 without NUL characters');
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function malformed(problem: string): CallError {
  return new CallError(
    Errors.invalidParameter,
    {},
    { message: `${problem[0].toUpperCase()}${problem.slice(1)}.` },
  );
}
