import { isFreeOfPort, parseUrl } from '../../platform/checks/address.js';
import { isObject } from '../../platform/records/is-object.js';
import { problemWithJwks } from '../clients/assertion-keys.js';
import { PRIVATE_USE, problemWithRedirectUrl } from '../clients/redirect-url.js';
import { plainName } from './stated-name.js';

/** What a client says of itself in the document behind its client_id, as far as it is of use here. */
export interface ClientDocument {
  /** The URL of the document. */
  readonly clientId: string;
  /** Host and port, in ASCII: what people see. */
  readonly host: string;
  /** What it calls itself, if that may be shown (D428). */
  readonly statedName: string | null;
  /** The redirect_uris that it may use. */
  readonly redirectUrls: readonly string[];
  readonly dpopBoundAccessTokens: boolean;
  readonly requirePushedAuthorizationRequests: boolean;
  /** Where the keys are by which it authenticates: its jwks_uri, or the document itself; null: it is public (D435). */
  readonly keysUrl: string | null;
}

/** What is wrong with a document, as the end of a sentence about it. */
export class DocumentProblem extends Error {}

const MOST_REDIRECTS = 100;
/** Of a jwks_uri, as of any client_id. */
const LONGEST = 255;

/**
 * Reads a document (draft-ietf-oauth-client-id-metadata-document §4, RFC 7591 §2).
 * @param isListed the operator names its host: its applications may have a scheme of their own
 * @throws DocumentProblem
 */
export async function readDocument(
  clientId: string,
  text: string,
  isListed: boolean,
): Promise<ClientDocument> {
  const said = parsedJson(text);
  if (!isObject(said)) throw new DocumentProblem('is not a JSON object');
  if (said.client_id !== clientId) throw new DocumentProblem('must have its own URL as client_id');
  requireAmong(said, 'grant_types', 'authorization_code');
  requireAmong(said, 'response_types', 'code');
  const url = new URL(clientId);
  const keysUrl = await keysUrlIn(said, url);
  return Object.freeze({
    clientId,
    host: url.host,
    statedName: plainName(said.client_name),
    redirectUrls: usableRedirects(said.redirect_uris, url, isListed),
    dpopBoundAccessTokens: said.dpop_bound_access_tokens === true,
    requirePushedAuthorizationRequests: said.require_pushed_authorization_requests === true,
    keysUrl,
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DocumentProblem('is not JSON');
  }
}

/** null: it is public. @throws DocumentProblem */
async function keysUrlIn(
  { token_endpoint_auth_method: method = 'none', jwks, jwks_uri: jwksUri, ...said }: Record<string, unknown>,
  own: URL,
): Promise<string | null> {
  if (said.client_secret !== undefined || said.client_secret_expires_at !== undefined)
    throw new DocumentProblem('must not have a client_secret: everybody can read it');
  if (method === 'none') return null;
  if (method !== 'private_key_jwt')
    throw new DocumentProblem('must have none or private_key_jwt as token_endpoint_auth_method');
  if ((jwks === undefined) === (jwksUri === undefined))
    throw new DocumentProblem('must have either jwks or jwks_uri, since it has private_key_jwt');
  if (jwks === undefined) return addressOfKeys(jwksUri, own);
  const problem = await problemWithJwks(jwks);
  if (problem !== null) throw new DocumentProblem(`has a jwks that can not be used: it ${problem}`);
  return own.href;
}

/** Of its own origin, as its redirect_uris: people consent under its host, and no other is asked in its name. */
function addressOfKeys(given: unknown, own: URL): string {
  const url = typeof given === 'string' ? parseUrl(given) : null;
  const isPlain = url !== null && url.username === '' && url.password === '' && url.hash === '';
  if (isPlain && url.origin === own.origin && url.href.length <= LONGEST) return url.href;
  throw new DocumentProblem(`must have a jwks_uri at ${own.origin}`);
}

function requireAmong(said: Record<string, unknown>, member: string, value: string): void {
  const given = said[member];
  if (given !== undefined && !(Array.isArray(given) && given.includes(value)))
    throw new DocumentProblem(`must have ${value} among its ${member}`);
}

/** The addresses of its own origin, on this machine, and of an application whose host the operator names; others are ignored (D426). */
function usableRedirects(given: unknown, own: URL, isListed: boolean): readonly string[] {
  if (
    !Array.isArray(given) ||
    given.length > MOST_REDIRECTS ||
    !given.every((each) => typeof each === 'string')
  )
    throw new DocumentProblem(`must have redirect_uris: a list of at most ${MOST_REDIRECTS} addresses`);
  const usable = given.filter((text: string) => {
    const url = parseUrl(text);
    if (!url || problemWithRedirectUrl(text) !== null) return false;
    return url.origin === own.origin || isFreeOfPort(url) || (isListed && PRIVATE_USE.test(text));
  });
  if (usable.length > 0) return usable;
  throw new DocumentProblem(
    `must have a redirect_uri at ${own.origin} or on loopback (http://127.0.0.1/…)${isListed ? ', or one with a scheme of its application (com.example.app:/…)' : ''}`,
  );
}
